// A server that speaks as `wherein serve` does and finds one answer, by code points.

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { AskResponse } from "@wherein/api-client/server.ts";

const TOKEN = "a-token-long-enough-for-a-test";
export const ANSWER = "snowy owl";

// What `wherein.memory` would keep of it: a block's identity is that of its text and the headings above it.
const BLOCK = "Terns, eiders and a pair of ravens nest on the cliffs.";
const PARTS = [
  ["text", BLOCK],
  ["heading", "Skarholm Lighthouse"],
  ["heading", "Visiting"],
] as const;
const IDENTITY = createHash("sha256")
  .update(PARTS.map(([name, part]) => `${name} ${part.length}:${part}`).join(""))
  .digest("hex")
  .slice(0, 32);
const TOP = {
  question: "Which birds nest on the cliffs?",
  title: "Skarholm Lighthouse",
  uses: 3,
  last_asked: 1_790_000_000,
  answers: [
    {
      text: "Terns, eiders and a pair of ravens",
      quote: BLOCK,
      start: 0,
      quote_start: 0,
      block: IDENTITY,
      confidence: 0.9,
    },
  ],
};

const SIMILAR = { similarity: 0.8, here: false };

/** What somebody may have asked of a server that is shared. */
export const HOSTILE = `<img src="x" onerror="document.title = 'hurt'"><script>document.title = 'hurt'</script>`;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

export class FakeServer {
  readonly #page: string;
  #server: Server | null = null;
  #port = 0;
  lastAsked: { question: string; text: string } | null = null;

  /** `page`: the address of the page it has a question of. */
  constructor(page: string) {
    this.#page = page;
  }

  /** What the settings take. */
  get code(): string {
    return `${this.#port}:${TOKEN}`;
  }

  /** Started again, it listens where it did. */
  async start(): Promise<void> {
    const server = createServer((request, response) => void this.#serve(request, response));
    await new Promise<void>((resolve) => server.listen(this.#port, "127.0.0.1", resolve));
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const origin = request.headers.origin;
    const reply = (status: number, body: unknown) => {
      response.writeHead(status, {
        "content-type": "application/json",
        ...(origin && { "access-control-allow-origin": origin }),
        "access-control-allow-headers": "Authorization, Content-Type, Accept, Wherein-Asker",
      });
      response.end(status === 204 ? undefined : JSON.stringify(body));
    };
    if (request.method === "OPTIONS") return reply(204, null);
    if (request.url === "/v1/health") return reply(200, { status: "ok", version: "0.1.0" });
    if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      return reply(401, { error: { code: "token", what: "wrong", next_step: "pair" } });
    }
    const hash = createHash("sha256").update(this.#page).digest("hex");
    if (request.url?.startsWith("/v1/pages/top")) {
      const own = request.url === `/v1/pages/top?hash=${hash.slice(0, 5)}&limit=5`;
      return reply(200, { questions: own ? [{ ...TOP, page: hash }] : [] });
    }
    if (request.url?.startsWith("/v1/pages/marked")) return reply(200, { marked: [] });
    if (request.url?.startsWith("/v1/questions/similar")) {
      return reply(200, {
        questions: [
          {
            ...TOP,
            ...SIMILAR,
            page: "0".repeat(64),
            title: "Another page",
            url: "https://other.example/",
          },
          {
            ...TOP,
            ...SIMILAR,
            page: "1".repeat(64),
            question: HOSTILE,
            title: HOSTILE,
            url: "javascript:hurt()",
          },
        ],
      });
    }
    if (request.url === "/v1/me") return reply(200, { name: "anna" });
    if (request.url === "/v1/documents") return reply(200, { documents: [] });
    const asked = JSON.parse(await bodyOf(request));
    this.lastAsked = asked;
    const start = [...asked.text.slice(0, asked.text.indexOf(ANSWER))].length;
    const answer = {
      text: ANSWER,
      document: "d",
      title: asked.title,
      start,
      end: start + ANSWER.length,
      quote: ANSWER,
      quote_start: start,
      section: ["Visiting"],
      confidence: 0.82,
      found_by: "large",
    };
    const found: AskResponse = {
      question: asked.question,
      answers: [answer],
      perhaps: [],
      answered: true,
      no_question: false,
      nearest: [],
      read: { fraction: 1, words: 500, stopped: false },
      steps: [],
      milliseconds: 12,
      ...{ agreement: [], links: [], notes: [], several: false, unread: [], evidence: [] },
    };
    reply(200, found);
  }
}
