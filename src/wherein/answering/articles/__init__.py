"""Knowledge bases as answering uses them: building them, and the articles that a question names. Knows no other room."""
