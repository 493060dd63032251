"""A Milvus server, or Milvus Lite in a file: its address, one client, errors in one sentence. Knows no collection."""
