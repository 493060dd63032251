"""Entity linking and entity retrieval measured, with the tables and figures of the paper."""
