// What the server says of a question is what the line below it shows.

import type { AppServer } from "@wherein/api-client/app-server.ts";
import { turnsFrom, type WireExchange, type WireTurn } from "@wherein/api-client/conversation.ts";
import type { AskResponse, ServerAnswer } from "@wherein/api-client/server.ts";
import { expect, test } from "vitest";
import { ConversationController } from "../src/asking/conversation-controller.ts";

const NOTHING = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
const ANSWER = {
  text: "Onehunga",
  title: "New Zealand",
  document: "nz",
  start: 0,
  end: 8,
  section: [],
  confidence: 0.4,
};

function asking(unclear: string): { talk: ConversationController; sent: WireTurn[][] } {
  const sent: WireTurn[][] = [];
  const understand = async (typed: string, turns: WireTurn[]) => {
    sent.push(turns);
    return { typed, understood: typed, added: [], unclear };
  };
  const server = { understand } as unknown as AppServer;
  const talk = new ConversationController(server, NOTHING as unknown as Storage);
  talk.toSend("Where is the mayor?");
  talk.interrupted([ANSWER as unknown as ServerAnswer]);
  return { talk, sent };
}

test("a pronoun of nobody is asked back, until something else is typed", async () => {
  const { talk } = asking("she");
  await talk.lookAhead("When was she born?", new AbortController().signal);
  const unclear = { typed: "When was she born?", pronoun: "she" };
  expect(talk.store.snapshot()).toMatchObject({ unclear, wording: null });
  talk.type("When was the mayor born?");
  expect(talk.store.snapshot().unclear).toBeNull();
});

test("a clear question is shown as it is, and turns say how sure their answer was", async () => {
  const { talk, sent } = asking("");
  await talk.lookAhead("When was Ada born?", new AbortController().signal);
  expect(talk.store.snapshot().unclear).toBeNull();
  expect(sent[0]?.[0]?.confidence).toBe(0.4);
});

test("what is perhaps an answer, and the nearest passages, are exported apart from answers", async () => {
  const { talk, sent } = exporting();
  const near = {
    document: "d",
    start: 0,
    end: 5,
    score: 1,
    text: "Ports",
    title: "P",
    section: [],
  };
  const doubtful = { ...ANSWER, source: "/wherein/files/0123456789abcdef/nz.pdf" };
  talk.record("Where?", answered([], [doubtful], [near]));
  talk.record("When?", answered([], [], [near, near, near, near]));
  talk.record("Who?", answered([ANSWER], [ANSWER], [near]));
  await talk.exported("markdown");
  expect(
    sent[0]?.map((each) => [each.answers?.length, each.perhaps?.length, each.nearest?.length]),
  ).toEqual([
    [0, 1, 0],
    [0, 0, 3],
    [1, 1, 0],
  ]);
  expect(sent[0]?.[0]?.perhaps?.[0]?.source).toBe("nz.pdf");
});

test("a conversation that was cleared comes back, until the next question is answered", () => {
  const { talk } = asking("");
  talk.forget();
  expect(talk.store.snapshot().turns).toEqual([]);
  talk.restore();
  expect(talk.store.snapshot().turns.map(({ typed }) => typed)).toEqual(["Where is the mayor?"]);
  talk.forget();
  talk.record("When?", answered([], [], []));
  talk.restore();
  expect(talk.store.snapshot().turns.map(({ typed }) => typed)).toEqual(["When?"]);
});

test("turns that were kept before there was more are still turns", () => {
  expect(turnsFrom([{ typed: "Who?", understood: "Who?", answers: [] }])).toEqual([
    { typed: "Who?", understood: "Who?", answers: [], perhaps: [], nearest: [] },
  ]);
});

function answered(answers: unknown[], perhaps: unknown[], nearest: unknown[]): AskResponse {
  return { question: "", answers, perhaps, nearest } as unknown as AskResponse;
}

function exporting(): { talk: ConversationController; sent: (readonly WireExchange[])[] } {
  const sent: (readonly WireExchange[])[] = [];
  const exported = async (_form: string, _title: string, exchanges: readonly WireExchange[]) => {
    sent.push(exchanges);
    return "";
  };
  const server = { exported } as unknown as AppServer;
  return { talk: new ConversationController(server, NOTHING as unknown as Storage), sent };
}
