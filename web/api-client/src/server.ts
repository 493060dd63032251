// A client of the local server (contracts/openapi.json). Knows HTTP and its errors; no page, no panel.

import * as v from "valibot";
import {
  AskResponse as askResponse,
  ErrorResponse as errorResponse,
  FeedbackResponse as feedbackResponse,
  HealthResponse as healthResponse,
  MarkedResponse as markedResponse,
  SimilarResponse as similarResponse,
  TopResponse as topResponse,
} from "./api-schemas.ts";
import type { components } from "./api-types.ts";
import { canonicalUrl, pageHash } from "./page-url.ts";
import { Malformed, parse } from "./parsing.ts";

/** The oldest server that this client understands. */
export const OLDEST_VERSION = "0.1.0";

type Schemas = components["schemas"];
export type AskRequest = Schemas["AskRequest"];
export type SettingsRequest = Schemas["SettingsRequest"];
/** `start` and `end` are the judged answer, or with "span" the right one, in code points. */
export type FeedbackRequest = Schemas["FeedbackRequest"];
/** Places in code points. */
export type WireBlock = Schemas["WireBlock"];

export type AskResponse = v.InferOutput<typeof askResponse>;
export type ServerAnswer = AskResponse["answers"][number];
/** `page`: the hash of the page's canonical URL. */
export type AskedBefore = v.InferOutput<typeof topResponse>["questions"][number];

/** A place that the person marked, on the page with the hash `page`: `start` code points into `context`. */
export type MarkedPlace = v.InferOutput<typeof markedResponse>["marked"][number];

export type TroubleKind =
  | "unreachable"
  /** It stopped in the middle of a reply. */
  | "cut-off"
  /** It does not know the token of a paired browser; or the cookie of one that was signed in. */
  | "token"
  | "signed-out"
  | "old"
  | "refused"
  | "garbled";

/** What a server says of a refusal: what happened, and the next step. */
export interface Said {
  readonly what: string;
  readonly next: string;
}

/** A failure of the server or the connection, by its kind. Its sentences are the interface's. */
export class ServerTrouble extends Error {
  override readonly name = "ServerTrouble";
  readonly kind: TroubleKind;
  /** In the server's own words, with "refused" alone. */
  readonly said: Said | null;
  /** The version of a server that is too old. */
  readonly version: string;

  constructor(
    kind: TroubleKind,
    { said, version = "" }: { readonly said?: Said; readonly version?: string } = {},
  ) {
    super(said?.what ?? kind);
    this.kind = kind;
    this.said = said ?? null;
    this.version = version;
  }
}

/** The address of a server and its token. */
export interface Pairing {
  readonly address: string;
  readonly token: string;
}

const DEFAULT_PORT = 8484;
// Enough digits of a page's hash to distinguish most pages that one server knows, too few to identify a page in the
// world.
const HASH_DIGITS = 5;

/**
 * Parses a pairing code: `TOKEN`, `PORT:TOKEN`, or `http://127.0.0.1:PORT TOKEN`; null for any other text. Only servers
 * on this machine are accepted.
 */
export function pairingOf(code: string): Pairing | null {
  const match =
    /^\s*(?:(?:http:\/\/(?:127\.0\.0\.1|localhost):)?(?<port>\d{1,5})[\s/#:]+)?(?<token>[\w-]{16,})\s*$/.exec(
      code,
    );
  const { port = String(DEFAULT_PORT), token } = match?.groups ?? {};
  if (token === undefined || Number(port) > 65535) return null;
  return { address: `http://127.0.0.1:${port}`, token };
}

export class ServerClient {
  readonly #pairing: Pairing;
  readonly #asker: string | null;
  readonly #fetch: typeof fetch;

  /** `asker` is the opaque name under which the server's memory knows this browser profile. */
  constructor(
    pairing: Pairing,
    asker: string | null = null,
    fetching: typeof fetch = (...given) => fetch(...given),
  ) {
    this.#pairing = pairing;
    this.#asker = asker;
    this.#fetch = fetching;
  }

  /** The server's version. Throws ServerTrouble when it can't be reached or is too old. */
  async health(signal?: AbortSignal): Promise<string> {
    const { version } = await this.#call("GET", "/v1/health", null, healthResponse, signal);
    if (isOlder(version, OLDEST_VERSION)) {
      throw new ServerTrouble("old", { version });
    }
    return version;
  }

  /** True when the token is right. Throws ServerTrouble for anything but a wrong token. */
  async isPaired(signal?: AbortSignal): Promise<boolean> {
    try {
      await this.#call("GET", "/v1/documents", null, v.object({}), signal);
      return true;
    } catch (error) {
      if (error instanceof ServerTrouble && error.kind === "token") return false;
      throw error;
    }
  }

  /** The name of the member of a team whom the token is of; "" for the server's own, and where the server can't say. */
  async member(signal?: AbortSignal): Promise<string> {
    try {
      return (await this.#call("GET", "/v1/me", null, v.object({ name: v.string() }), signal)).name;
    } catch (error) {
      if (error instanceof ServerTrouble) return "";
      throw error;
    }
  }

  async ask(request: AskRequest, signal?: AbortSignal): Promise<AskResponse> {
    return this.#call("POST", "/v1/ask", request, askResponse, signal);
  }

  /** The most asked questions of the page at `url`, with their answers. The address is not sent. */
  async top(url: string, limit: number): Promise<readonly AskedBefore[]> {
    const page = await hashOf(url);
    if (page === null) return [];
    const query = new URLSearchParams({ hash: page.slice(0, HASH_DIGITS), limit: String(limit) });
    const path = `/v1/pages/top?${query}`;
    const { questions } = await this.#call("GET", path, null, topResponse, undefined);
    return questions.filter((asked) => asked.page === page);
  }

  /** The places that the person marked on the page at `url`, newest first. The address is not sent. */
  async marked(url: string): Promise<readonly MarkedPlace[]> {
    const page = await hashOf(url);
    if (page === null) return [];
    const path = `/v1/pages/marked?hash=${page.slice(0, HASH_DIGITS)}`;
    const { marked } = await this.#call("GET", path, null, markedResponse, undefined);
    return marked.filter((one) => one.page === page);
  }

  /** Similar questions with their answers, those of the page at `url` last. The address is not sent. */
  async similar(question: string, url: string, limit: number): Promise<readonly AskedBefore[]> {
    const page = await hashOf(url);
    const query = new URLSearchParams({ q: question.slice(0, 500), limit: String(limit) });
    const path = `/v1/questions/similar?${query}`;
    const { questions } = await this.#call("GET", path, null, similarResponse, undefined);
    return [
      ...questions.filter((asked) => asked.page !== page),
      ...questions.filter((asked) => asked.page === page),
    ];
  }

  /** True when the server stored it; false when its privacy rules forbid that. */
  async judge(request: FeedbackRequest): Promise<boolean> {
    return (await this.#call("POST", "/v1/feedback", request, feedbackResponse, undefined)).kept;
  }

  async #call<const S extends v.GenericSchema>(
    method: "GET" | "POST",
    path: string,
    body: unknown,
    schema: S,
    signal: AbortSignal | undefined,
  ): Promise<v.InferOutput<S>> {
    const { address, token } = this.#pairing;
    let response: Response;
    try {
      response = await this.#fetch(`${address}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          ...(this.#asker !== null && { "Wherein-Asker": this.#asker }),
          ...(body !== null && { "Content-Type": "application/json" }),
        },
        ...(body !== null && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
        credentials: "omit",
        cache: "no-store",
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ServerTrouble("unreachable");
    }
    const given: unknown = await response.json().catch(() => null);
    if (response.status === 401) {
      throw new ServerTrouble("token");
    }
    return parsedReply(response.ok, given, schema);
  }
}

/** A reply, typed. Throws ServerTrouble for a refusal and for a reply of another form. */
export function parsedReply<const S extends v.GenericSchema>(
  ok: boolean,
  given: unknown,
  schema: S,
): v.InferOutput<S> {
  try {
    if (ok) return parse(schema, given, "the server's reply");
    const { error } = parse(errorResponse, given, "the server's reply");
    throw new ServerTrouble("refused", { said: { what: error.what, next: error.next_step } });
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw new ServerTrouble("garbled");
  }
}

async function hashOf(url: string): Promise<string | null> {
  const canonical = canonicalUrl(url);
  return canonical === null ? null : pageHash(canonical);
}

function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((each) =>
    each.split(/[.+-]/).map((part) => Number(part) || 0),
  );
  for (let i = 0; i < 3; i++) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
