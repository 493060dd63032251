"""Ask a page, a file or a library a question; get the answer marked in its place, or an honest "not here"."""
