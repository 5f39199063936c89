"""Models by role: which weights, from where, under which licence, with which hash."""
