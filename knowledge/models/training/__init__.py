"""How the shipped models are trained: one command per model, from a data folder to a shipped artefact."""
