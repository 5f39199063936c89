"""One file for each helpdesk, all behind the contract of `contract.py`."""
