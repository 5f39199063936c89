"""Evals: what watches the agent from outside, by the measures of its field, before a change goes live."""
