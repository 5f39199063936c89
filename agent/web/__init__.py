"""The service: messages of a helpdesk in, checked replies and handoffs out, and a page for the people who take over."""
