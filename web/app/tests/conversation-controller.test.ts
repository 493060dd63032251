// What the server says of a question is what the line below it shows.

import type { AppServer } from "@wherein/api-client/app-server.ts";
import type { WireTurn } from "@wherein/api-client/conversation.ts";
import type { ServerAnswer } from "@wherein/api-client/server.ts";
import { expect, test } from "vitest";
import { ConversationController } from "../src/conversation/conversation-controller.ts";

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
  talk.put("Where is the mayor?");
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
