"""Everything the agent may know: help articles, their index, and customers' orders."""
