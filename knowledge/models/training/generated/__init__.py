"""Premise and hypothesis pairs of the support domain, made by code: what stays true, and what a changed detail breaks."""
