"""`/desk`, the page for the people who take over: the queue of handoffs, and each conversation with its ledger."""
