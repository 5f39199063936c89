"""The agent: one turn from a customer's message to a checked reply or a handoff."""
