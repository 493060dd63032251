"""Prompts that chat programs send for themselves, in words of no known program, and questions of persons that look like them."""

from __future__ import annotations

import pytest

from wherein.server.doors.chat_programs import Task, own_prompt

ASKED = "Who founded the glass works of Ottern?"
TALK = f"\n\nUser: {ASKED}\nAssistant: Henrik Sand"


@pytest.mark.parametrize(
    ("system", "last"),
    [
        ("You write titles of chats.", "Summarise the conversation above in a title of at most six words, in the language of the user, without quotation marks." + TALK),
        ("", "Please write a title of four or five words for our conversation, without punctuation and without any introduction."),
        ("You are skilled at naming conversations. Sum up the user's talk as a title of at most ten words. Give only the title.", f"user: {ASKED}\n---\nassistant: Henrik Sand"),
        ("", "Create a short headline (max 5 words) for this chat. Reply with the headline only." + TALK),
        ("", "Based on the chat history, give this conversation a name. Keep it under 40 characters."),
        ("", "Name this chat in 3 words."),
        ("", "In 5 words or fewer, title this conversation:" + TALK),
        ("You are an assistant that generates a brief title for a chat from its first message. Output only the title.", ASKED),
        ("", "Generate a concise subject line for the following exchange. Return only the text." + TALK),
    ],
)  # fmt: skip
def test_a_title_is_made_of_the_prompt(system: str, last: str) -> None:
    own = own_prompt([system], last, ASKED)
    assert own is not None
    assert own.task is Task.TITLE
    assert own.answer == ASKED


@pytest.mark.parametrize(
    "last",
    [
        f"Rephrase the following question as a stand-alone query for a web search engine. Answer with the query only.\nChat history:\nhuman: {ASKED}\nai: Henrik Sand\nFollow-up question: When did he sell them?\nQuery:",
        f"Given the following conversation and a follow up question, rephrase the follow up question to be a standalone question.\n\nChat History:\nHuman: {ASKED}\nFollow Up Input: When did he sell them?\nStandalone question:",
    ],
)  # fmt: skip
def test_a_question_to_be_reworded_is_given_back(last: str) -> None:
    own = own_prompt([], last)
    assert own is not None
    assert own.answer == "When did he sell them?"


def test_follow_up_questions_and_tags_are_none() -> None:
    for asked in (
        "Suggest three short follow-up questions the user might ask next in this conversation.",
        "Assign one to three short tags to this chat. Reply with JSON.",
    ):
        own = own_prompt([], asked + TALK)
        assert own is not None
        assert own.task in (Task.FOLLOW_UPS, Task.TAGS)


@pytest.mark.parametrize(
    ("system", "last"),
    [
        ("", "What is the title of the book about the short conversation?"),
        ("", "Give me the title of the chapter on messages only"),
        ("", "Give me the name of the ship in the short message"),
        ("", "Summarise the talk on tides in five words"),
        ("", "Write a short summary of the discussion of the harbour budget"),
        ("", "Name the three messages that were sent only by radio"),
        ("", "List the names of the people in the conversation with the mayor"),
        ("", "What name did the chat program have?"),
        ("", "Find the search terms"),
        ("You are a helpful assistant. Keep answers short. Use the user's name in conversation only when known.", ASKED),
        ("Answer briefly. Give titles of documents in the conversation only when asked.", ASKED),
        ("", "Use the following context to answer.\n<context>\nThe well of Brenn is 61 metres deep.\n</context>\nQuestion: How deep is the well?"),
    ],
)  # fmt: skip
def test_a_person_s_question_is_asked(system: str, last: str) -> None:
    assert own_prompt([system], last, last) is None
