// The parts of a team's pages that are values in, values out; and what is known of who is signed in.

import { describe, expect, test } from "vitest";
import { AppServer } from "../../api-client/src/app-server.ts";
import { type Me, type ServerState, TeamServer } from "../../api-client/src/team-server.ts";
import { healthWords, rowsOf } from "../src/team/health-part.tsx";
import { isMember, manages, TeamController } from "../src/team/team-controller.ts";
import {
  endWords,
  isOver,
  mayShare,
  wayWords,
  whatWords,
  whomWords,
} from "../src/team/team-words.ts";

const ME: Me = {
  name: "anna",
  admin: false,
  team: true,
  rights: ["read", "write"],
  token: "t1",
  makes_tokens: true,
  groups: [],
  libraries: [],
  bases: [],
};
const HELD = {
  library: "anna",
  folder: "",
  role: "admin",
  owner: "anna",
  through: ["own"],
} as const;
const NOON = Date.parse("2026-11-27T12:00:00+00:00");

test("each way by which something is read is named", () => {
  expect(wayWords(["own"])).toBe("yours");
  expect(wayWords(["person", "group:sales", "everyone"])).toBe(
    "shared with you, shared with the group sales, shared with everyone",
  );
  expect(whomWords("group:a:b")).toBe("the group a:b");
  expect(whomWords("anna")).toBe("anna");
  expect(whatWords("base:wiki")).toBe("wiki (knowledge base)");
});

test("a folder alone, and what one may only read, is not shared further", () => {
  expect(mayShare({ ...HELD, through: [...HELD.through] })).toBe(true);
  expect(mayShare({ ...HELD, through: [], folder: "/a" })).toBe(false);
  expect(mayShare({ ...HELD, through: [], role: "editor" })).toBe(false);
});

test("a token says when it ends, and that it has ended", () => {
  expect(endWords({}, NOON)).toBe("no end date");
  expect(endWords({ expires: "2026-11-27T12:00:01+00:00" }, NOON)).toBe("ends 27 Nov 2026");
  expect(endWords({ expires: "2026-11-27T12:00:00+00:00" }, NOON)).toBe("ended 27 Nov 2026");
  expect(isOver({ expires: null }, NOON)).toBe(false);
});

describe("who is signed in", () => {
  test("a member is offered sharing, an admin's session the team, the server's own token too", () => {
    expect([isMember(ME), manages(ME)]).toEqual([true, false]);
    expect(manages({ ...ME, admin: true })).toBe(false);
    expect(manages({ ...ME, admin: true, rights: ["read", "write", "admin"] })).toBe(true);
    const own: Me = { ...ME, name: "", admin: true, rights: ["read", "write", "admin"] };
    expect([isMember(own), manages(own)]).toEqual([false, true]);
    expect([isMember(null), manages(null)]).toEqual([false, false]);
  });

  test("where the server can't say it, what was known stays and the trouble is told", async () => {
    const replies = [
      new Response(JSON.stringify(ME)),
      new Response("{}", { status: 401 }),
      new Response(JSON.stringify({ ...ME, groups: ["sales"] })),
    ];
    const server = new AppServer("asker", async () => replies.shift() as Response);
    const team = new TeamController(new TeamServer(server));
    await team.learn();
    await team.learn();
    expect(team.store.snapshot().me).toEqual(ME);
    expect(team.store.snapshot().trouble?.what).toContain("not signed in any more");
    await team.learn();
    expect(team.store.snapshot()).toEqual({ me: { ...ME, groups: ["sales"] }, trouble: null });
  });

  test("a sign-in link names the address under which the page was reached", async () => {
    const link = "http://127.0.0.1:8484/sign-in?code=a-b_c";
    const server = new AppServer("asker", async () => new Response(JSON.stringify({ link })));
    const made = await new TeamServer(server).signInLink("anna", "https://team.example.org");
    expect(made).toBe("https://team.example.org/sign-in?code=a-b_c");
  });
});

describe("the server's health", () => {
  const STATE: ServerState = {
    version: "0.1.0",
    store: "postgresql",
    place: "wherein@db/wherein",
    formats: [
      { name: "library", number: 7 },
      { name: "people", number: 1 },
    ],
    generation: 1234,
    unindexed: 0,
    retriever: "hybrid",
    search: "",
    models: [
      { name: "small", here: true, bytes: 22_900_000 },
      { name: "large", here: false, bytes: 90_000_000 },
    ],
    bytes_free: 60_000_000_000,
    bytes_of_disk: 100_000_000_000,
    documents: 2,
    words: 3000,
    questions: 5,
    answers: 4,
    people: 3,
    tokens: 2,
    groups: 1,
    libraries: 4,
    bases: 0,
  };

  test("what needs nobody is said in a word, what needs somebody in a sentence each", () => {
    expect(healthWords(STATE)).toBe("All is well.");
    const bad = healthWords({ ...STATE, bytes_free: 1_000_000, unindexed: null });
    expect(bad).toContain("Only 1.0 MB are free");
    expect(bad).toContain("An index is damaged.");
  });

  test("everything has a row, and a model that is not here has none", () => {
    const rows = new Map(rowsOf({ ...STATE, unindexed: 1, search: "milvus.example.org" }));
    expect(rows.get("Store")).toBe("PostgreSQL, wherein@db/wherein");
    expect(rows.get("Formats")).toBe("library 7, people 1");
    expect(rows.get("Indexes")).toBe("hybrid, 1 document not indexed yet");
    expect(rows.get("Search server")).toBe("milvus.example.org");
    expect(rows.get("Models")).toBe("small (22.9 MB)");
    expect(rows.get("People")).toBe("3 people, 1 group, 2 tokens");
    expect(new Map(rowsOf(STATE)).has("Search server")).toBe(false);
  });
});
