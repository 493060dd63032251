import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { components } from "../src/api-types.ts";
import {
  type AskedBefore,
  type AskRequest,
  type AskResponse,
  pairingOf,
  ServerClient,
  ServerTrouble,
} from "../src/server.ts";

const TOKEN = "abcdefghijklmnopqrstuvwxyz";
const REQUEST: AskRequest = {
  question: "who?",
  text: "Ada.",
  blocks: [{ kind: "paragraph", start: 0, end: 4 }],
  title: "",
  url: "",
  limit: 3,
  memory: "on",
};

/** What the server says next: a status and a body. */
let says: { status: number; body: unknown } = { status: 200, body: {} };
/** What it was last asked for, and under which name. */
let heard: { url: string; asker: string | undefined } = { url: "", asker: undefined };
let server: Server;
let client: ServerClient;

beforeAll(async () => {
  server = createServer(({ url = "", headers }, response) => {
    heard = { url, asker: headers["wherein-asker"] as string | undefined };
    response.writeHead(says.status, { "content-type": "application/json" });
    response.end(typeof says.body === "string" ? says.body : JSON.stringify(says.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  client = new ServerClient({ address: `http://127.0.0.1:${port}`, token: TOKEN }, "profile-1");
});

afterAll(() => {
  server.close();
});

async function troubleOf(work: Promise<unknown>): Promise<ServerTrouble> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ServerTrouble);
  return error as ServerTrouble;
}

describe("each failure has its own kind", () => {
  test("a wrong token", async () => {
    says = { status: 401, body: { error: { code: "token", what: "x", next_step: "y" } } };
    expect((await troubleOf(client.ask(REQUEST))).kind).toBe("token");
    expect(await client.isPaired()).toBe(false);
  });

  test("an old version", async () => {
    says = { status: 200, body: { status: "ok", version: "0.0.9" } };
    const trouble = await troubleOf(client.health());
    expect(trouble).toMatchObject({ kind: "old", version: "0.0.9" });
    says = { status: 200, body: { status: "ok", version: "0.10.0" } };
    expect(await client.health()).toBe("0.10.0");
  });

  test("what the server itself refuses is said in its words", async () => {
    says = {
      status: 400,
      body: { error: { code: "usage", what: "Too long.", next_step: "Cut it." } },
    };
    expect(await troubleOf(client.ask(REQUEST))).toMatchObject({
      kind: "refused",
      said: { what: "Too long.", next: "Cut it." },
    });
  });

  test.each(["<html>", "null", '{"answers": 3}'])("a garbled reply: %s", async (body) => {
    says = { status: 200, body };
    expect((await troubleOf(client.ask(REQUEST))).kind).toBe("garbled");
  });

  test("no server", async () => {
    const nobody = new ServerClient({ address: "http://127.0.0.1:9", token: TOKEN });
    expect(await troubleOf(nobody.health())).toMatchObject({
      kind: "unreachable",
      said: null,
    });
  });
});

describe("a look-up reveals no address", () => {
  const URL_HERE = "https://example.org/a/index.html?utm_source=x#top";
  const HASH = createHash("sha256").update("https://example.org/a/").digest("hex");
  const asked = (page: string | null) => ({
    ...{ question: "who?", page, title: "", answers: [], suggested: false },
    ...{ uses: 1, last_asked: null, similarity: 0.9, here: false },
  });

  test("top questions: by the first digits of its hash, the page's own alone", async () => {
    const like = `${HASH.slice(0, 5)}${"0".repeat(59)}`;
    says = { status: 200, body: { questions: [asked(like), asked(HASH)] } };
    expect(await client.top(URL_HERE, 3)).toMatchObject([{ page: HASH }]);
    expect(heard).toEqual({
      url: `/v1/pages/top?hash=${HASH.slice(0, 5)}&limit=3`,
      asker: "profile-1",
    });
    heard = { url: "", asker: undefined };
    expect(await client.top("file:///etc/passwd", 3)).toEqual([]);
    expect(heard.url).toBe("");
  });

  test("similar questions: without it, the page's own last", async () => {
    const other = "0".repeat(64);
    // One whose page has no address has no hash either.
    says = { status: 200, body: { questions: [asked(HASH), asked(other), asked(null)] } };
    const found = await client.similar("who?", URL_HERE, 3);
    expect(found).toEqual([asked(other), asked(null), asked(HASH)]);
    expect(heard.url).toBe("/v1/questions/similar?q=who%3F&limit=3");
  });
});

describe("a pairing code", () => {
  test.each([
    [TOKEN, "http://127.0.0.1:8484"],
    [`  9000:${TOKEN}\n`, "http://127.0.0.1:9000"],
    [`http://127.0.0.1:9000 ${TOKEN}`, "http://127.0.0.1:9000"],
    [`12345-${TOKEN}`, "http://127.0.0.1:8484", `12345-${TOKEN}`],
    [`http://localhost:9000/#${TOKEN}`, "http://127.0.0.1:9000"],
  ])("%s", (code, address, token = TOKEN) => {
    expect(pairingOf(code)).toEqual({ address, token });
  });

  test.each(["", "short", `9000-x:${TOKEN}`, `http://example.org:80 ${TOKEN}`, `99999:${TOKEN}`])(
    "none: %s",
    (code) => {
      expect(pairingOf(code)).toBeNull();
    },
  );
});

test.each(["api-types.ts", "api-schemas.ts"])(
  "%s is made of contracts/openapi.json as it is",
  (name) => {
    const read = (path: string) => readFileSync(new URL(path, import.meta.url));
    const now = createHash("sha256").update(read("../../../contracts/openapi.json")).digest("hex");
    const said = "run `npm ci && npm run generate` in web/tools/types";
    expect(/[\da-f]{64}/.exec(read(`../src/${name}`).toString())?.[0], said).toBe(now);
  },
);

// What parses a reply gives what the types say, or this does not compile.
type Schemas = components["schemas"];
export const asTyped = (reply: AskResponse): Schemas["AskResponse"] => reply;
export const askedAsTyped = (asked: AskedBefore): Schemas["WireAsked"] => asked;
