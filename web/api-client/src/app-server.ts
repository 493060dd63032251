// The web app's client of the server: same origin, with the cookie from signing in. Knows HTTP and its errors; no view.

import * as v from "valibot";
import {
  AboutResponse as aboutResponse,
  AddingResponse as addingResponse,
  AskResponse as askResponse,
  BasesResponse as basesResponse,
  BoxesResponse as boxesResponse,
  CodeResponse as codeResponse,
  CompleteResponse as completeResponse,
  DocumentResponse as documentResponse,
  DocumentsResponse as documentsResponse,
  ErrorResponse as errorResponse,
  EstimateResponse as estimateResponse,
  FeedbackResponse as feedbackResponse,
  ForgottenResponse as forgottenResponse,
  LooksResponse as looksResponse,
  RemoveResponse as removeResponse,
  SearchResponse as searchResponse,
  TableResponse as tableResponse,
  TitlesResponse as titlesResponse,
  TopResponse as topResponse,
  UnderstandResponse as understandResponse,
  WatchedResponse as watchedResponse,
  WireAnswer as wireAnswer,
  WireDocument as wireDocument,
  WireJob as wireJob,
  WireRead as wireRead,
  WireRow as wireRow,
  WriteResponse as writeResponse,
} from "./api-schemas.ts";
import type { WireExchange, WireTurn } from "./conversation.ts";
import { parse } from "./parsing.ts";
import {
  type AskRequest,
  type AskResponse,
  type FeedbackRequest,
  parsedReply,
  ServerTrouble,
  type SettingsRequest,
} from "./server.ts";

export type About = v.InferOutput<typeof aboutResponse>;
/** The knowledge bases, and the one that is being made. */
export type Bases = v.InferOutput<typeof basesResponse>;
export type Estimate = v.InferOutput<typeof estimateResponse>;
export type Adding = v.InferOutput<typeof addingResponse>;
/** A file or address on its way into the library. */
export type AddingJob = v.InferOutput<typeof wireJob>;
export type Completion = v.InferOutput<typeof completeResponse>["completions"][number];
/** Every place counts code points of `text`. */
export type ShownDocument = v.InferOutput<typeof documentResponse>;
export type Looks = v.InferOutput<typeof looksResponse>;
export type KeptDocument = v.InferOutput<typeof documentsResponse>["documents"][number];
export type SearchHit = v.InferOutput<typeof searchResponse>["hits"][number];
export type Table = v.InferOutput<typeof tableResponse>;
export type TableRow = Table["rows"][number];
export type TableCell = TableRow["cells"][number];
export type ExportForm = "markdown" | "csv" | "bibtex" | "csl-json";
export type Understood = v.InferOutput<typeof understandResponse>;
export type AskedQuestion = v.InferOutput<typeof topResponse>["questions"][number];
/** A folder that the server follows. */
export type WatchedFolder = v.InferOutput<typeof watchedResponse>["folders"][number];
/** What a language model wrote, each sentence with the numbers of its sources. */
export type Written = v.InferOutput<typeof writeResponse>;
/** [page, x0, y0, x1, y1]. */
export type Box = readonly number[];

const foundSoFar = v.object({
  answers: v.array(wireAnswer),
  perhaps: v.array(wireAnswer),
  read: wireRead,
});
const rowSoFar = v.object({ row: wireRow, of: v.number() });
export type FoundSoFar = v.InferOutput<typeof foundSoFar>;

type Method = "GET" | "POST" | "PATCH" | "DELETE";

export class AppServer {
  readonly #asker: string;
  readonly #fetch: typeof fetch;

  /** `asker` is the opaque name under which the server's memory knows this browser profile. */
  constructor(asker: string, fetching: typeof fetch = (...given) => fetch(...given)) {
    this.#asker = asker;
    this.#fetch = fetching;
  }

  about(): Promise<About> {
    return this.#call("GET", "/v1/about", aboutResponse);
  }

  /** Changes settings; the server applies them when it starts again. */
  changeSettings(settings: SettingsRequest): Promise<About> {
    return this.#call("PATCH", "/v1/settings", aboutResponse, { body: settings });
  }

  async documents(): Promise<readonly KeptDocument[]> {
    return (await this.#call("GET", "/v1/documents", documentsResponse)).documents;
  }

  document(id: string, signal?: AbortSignal): Promise<ShownDocument> {
    return this.#call("GET", path("/v1/documents/text", { document: id }), documentResponse, {
      signal,
    });
  }

  /** The look of a document's words in its file, and its pictures with their places. */
  looks(id: string, signal?: AbortSignal): Promise<Looks> {
    return this.#call("GET", path("/v1/documents/looks", { document: id }), looksResponse, {
      signal,
    });
  }

  /** The address of a picture, by its place among those that `looks` names. */
  static pictureAddress(id: string, number: number): string {
    return path("/v1/documents/picture", { document: id, number: String(number) });
  }

  /** One box per line of each span (code points), in the order of the spans. */
  async boxes(
    id: string,
    spans: readonly { readonly start: number; readonly end: number }[],
  ): Promise<readonly (readonly Box[])[]> {
    if (spans.length === 0) return [];
    const ranges = spans.map(({ start, end }) => `${start}-${end}`).join(",");
    const query = path("/v1/documents/boxes", { document: id, spans: ranges });
    return (await this.#call("GET", query, boxesResponse)).boxes;
  }

  /** The bytes of a document's PDF. */
  async file(id: string, signal?: AbortSignal): Promise<ArrayBuffer> {
    const response = await this.#send("GET", path("/v1/documents/file", { document: id }), {
      signal,
    });
    if (response.ok) return response.arrayBuffer();
    return parsedReply(false, await jsonOf(response), v.never());
  }

  /** `where` limits the passages to a document, or to the names of a scope. */
  search(
    query: string,
    where: { readonly document?: string; readonly within?: string[] },
    signal: AbortSignal,
    limit = 8,
  ): Promise<readonly SearchHit[]> {
    const body = { query, limit, ...where };
    return this.#call("POST", "/v1/search", searchResponse, { body, signal }).then(
      ({ hits }) => hits,
    );
  }

  async complete(
    prefix: string,
    document: string,
    signal: AbortSignal,
  ): Promise<readonly Completion[]> {
    const query = path("/v1/complete", { prefix: prefix.slice(0, 500), document });
    return (await this.#call("GET", query, completeResponse, { signal })).completions;
  }

  async top(document: string): Promise<readonly AskedQuestion[]> {
    const query = path("/v1/pages/top", { document, limit: "5" });
    return (await this.#call("GET", query, topResponse)).questions;
  }

  /** `found` is called with all answers so far whenever they change, before the result is complete. */
  async ask(
    request: AskRequest,
    found: (so: FoundSoFar) => void,
    signal: AbortSignal,
  ): Promise<AskResponse> {
    const so = (data: unknown) => found(parse(foundSoFar, data, "the server's event"));
    return this.#streamed("/v1/ask", request, ["found", so], askResponse, signal);
  }

  /** The question as understood after these turns; asks nothing. */
  understand(
    question: string,
    turns: readonly WireTurn[],
    signal: AbortSignal,
  ): Promise<Understood> {
    const body = { question, turns };
    return this.#call("POST", "/v1/understand", understandResponse, { body, signal });
  }

  /** Questions with their answers, exported as a text. */
  exported(form: ExportForm, title: string, exchanges: readonly WireExchange[]): Promise<string> {
    return this.#text("POST", "/v1/export", { body: { form, title, exchanges } });
  }

  /** An answer in the words of the settings' language model, from these places, numbered from 1 in their order. */
  write(
    question: string,
    sources: readonly {
      readonly document: string;
      readonly start: number;
      readonly end: number;
    }[],
    signal: AbortSignal,
  ): Promise<Written> {
    const body = { question, sources };
    return this.#call("POST", "/v1/write", writeResponse, { body, signal });
  }

  /** Asks each question of each document that `each` names, or of all; `row` is called after each document. */
  table(
    questions: readonly string[],
    each: readonly string[],
    row: (row: TableRow, of: number) => void,
    signal: AbortSignal,
  ): Promise<Table> {
    const found = (data: unknown) => {
      const so = parse(rowSoFar, data, "the server's event");
      row(so.row, so.of);
    };
    return this.#streamed("/v1/tables", { questions, each }, ["row", found], tableResponse, signal);
  }

  /** Sends a file. When the reply comes, the server has the file; it adds it in turn. */
  upload(file: Blob, name: string, signal: AbortSignal): Promise<AddingJob> {
    return this.#call("POST", path("/v1/uploads", { name }), wireJob, { file, signal });
  }

  addPage(url: string, signal: AbortSignal): Promise<AddingJob> {
    return this.#call("POST", "/v1/pages", wireJob, { body: { url }, signal });
  }

  /** The jobs that changed after `since`, the `change` of an earlier reply. */
  adding(since: number): Promise<Adding> {
    return this.#call("GET", path("/v1/adding", { since: String(since) }), addingResponse);
  }

  cancelAdding(): Promise<Adding> {
    return this.#call("DELETE", "/v1/adding", addingResponse);
  }

  /** Removes finished jobs from the list. */
  clearAdding(): Promise<Adding> {
    return this.#call("DELETE", path("/v1/adding", { done: "true" }), addingResponse);
  }

  /** `leaving`: the page may be closed before the reply comes. */
  async remove(document: string, leaving = false): Promise<void> {
    const query = path("/v1/documents", { document });
    await this.#call("DELETE", query, removeResponse, { keepalive: leaving });
  }

  async watched(): Promise<readonly WatchedFolder[]> {
    return (await this.#call("GET", "/v1/watched", watchedResponse)).folders;
  }

  /** Follows a folder of the server's machine, by its whole path. */
  async watch(folder: string): Promise<readonly WatchedFolder[]> {
    return (await this.#call("POST", "/v1/watched", watchedResponse, { body: { folder } })).folders;
  }

  /** Follows a folder no longer; its documents stay. */
  async unwatch(folder: string): Promise<readonly WatchedFolder[]> {
    const query = path("/v1/watched", { folder });
    return (await this.#call("DELETE", query, watchedResponse)).folders;
  }

  bases(): Promise<Bases> {
    return this.#call("GET", "/v1/bases", basesResponse);
  }

  /** The estimated cost of a knowledge base of this source; reads and fetches nothing. */
  estimateBase(source: string): Promise<Estimate> {
    return this.#call("GET", path("/v1/bases/estimate", { source }), estimateResponse);
  }

  /** Builds a base of a source; with "", rebuilds it from its own sources. */
  makeBase(name: string, source: string): Promise<Bases> {
    return this.#call("POST", "/v1/bases", basesResponse, { body: { name, source } });
  }

  /** Removes a base, or stops its running build. */
  removeBase(name: string): Promise<Bases> {
    return this.#call("DELETE", path("/v1/bases", { name }), basesResponse);
  }

  /** Titles in order: those with the prefix `begins` that come after the title `after`. */
  async titles(name: string, begins: string, after: string): Promise<readonly string[]> {
    const query = path("/v1/bases/titles", { name, begins, after });
    return (await this.#call("GET", query, titlesResponse)).titles;
  }

  /** Sets a document's title ("" restores its own), or replaces its tags. */
  change(document: string, given: { title?: string; tags?: string[] }): Promise<KeptDocument> {
    return this.#call("PATCH", path("/v1/documents", { document }), wireDocument, { body: given });
  }

  /** Sends a verdict; null when it was stored, else the server's reason why not ("" where it gives none). */
  async judge(request: FeedbackRequest): Promise<string | null> {
    const reply = await this.#call("POST", "/v1/feedback", feedbackResponse, { body: request });
    return reply.kept ? null : (reply.reason ?? "");
  }

  /** Everything the server stores about this browser profile, as lines of JSON. */
  mine(): Promise<string> {
    return this.#text("GET", "/v1/memory/mine");
  }

  /** `leaving`: the page may be closed before the reply comes. */
  async forgetMine(leaving = false): Promise<number> {
    const more = { keepalive: leaving };
    return (await this.#call("DELETE", "/v1/memory/mine", forgottenResponse, more)).questions;
  }

  async pairingCode(): Promise<string> {
    return (await this.#call("POST", "/v1/pairing-code", codeResponse)).code;
  }

  async signOut(): Promise<void> {
    await this.#call("DELETE", "/v1/session", v.object({}));
  }

  /** One request of a client of further routes (team-server.ts), and its parsed reply. */
  call<const S extends v.GenericSchema>(
    method: Method,
    address: string,
    schema: S,
    body?: unknown,
  ): Promise<v.InferOutput<S>> {
    return this.#call(method, address, schema, { body });
  }

  async #call<const S extends v.GenericSchema>(
    method: Method,
    address: string,
    schema: S,
    more: Sent = {},
  ): Promise<v.InferOutput<S>> {
    const response = await this.#send(method, address, more);
    return parsedReply(response.ok, await jsonOf(response), schema);
  }

  /** The result of a stream; its other events, which have one name, are passed on as they come. */
  async #streamed<const S extends v.GenericSchema>(
    address: string,
    body: unknown,
    [named, each]: readonly [string, (data: unknown) => void],
    schema: S,
    signal: AbortSignal,
  ): Promise<v.InferOutput<S>> {
    const headers = { Accept: "text/event-stream" };
    const response = await this.#send("POST", address, { body, signal, headers });
    if (!response.ok || !response.body) {
      return parsedReply(false, await jsonOf(response), schema);
    }
    for await (const { name, data } of eventsOf(response.body, signal)) {
      if (name === named) each(data);
      else if (name === "result") return parsedReply(true, data, schema);
      else if (name === "error") return parsedReply(false, data, errorResponse) as never;
    }
    throw new ServerTrouble("cut-off");
  }

  async #text(method: Method, address: string, more: Sent = {}): Promise<string> {
    const response = await this.#send(method, address, more);
    if (response.ok) return response.text();
    return parsedReply(false, await jsonOf(response), v.never());
  }

  async #send(method: Method, address: string, more: Sent): Promise<Response> {
    const { body, file, signal, keepalive = false, headers = {} } = more;
    let response: Response;
    try {
      response = await this.#fetch(address, {
        method,
        headers: {
          "Wherein-Asker": this.#asker,
          ...(body !== undefined && { "Content-Type": "application/json" }),
          ...(file !== undefined && { "Content-Type": "application/octet-stream" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(file !== undefined && { body: file }),
        ...(signal && { signal }),
        keepalive,
        credentials: "same-origin",
        cache: "no-store",
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ServerTrouble("unreachable");
    }
    if (response.status !== 401) return response;
    throw new ServerTrouble("signed-out");
  }
}

interface Sent {
  readonly body?: unknown;
  readonly file?: Blob;
  readonly signal?: AbortSignal | undefined;
  readonly keepalive?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

interface ServerEvent {
  readonly name: string;
  readonly data: unknown;
}

/** Server-sent events (HTML Living Standard, 9.2), as this server writes them: a name and one line of JSON. */
async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        // A server that ends in the middle of a stream; what was stopped here is no trouble.
        if (signal.aborted) throw error;
        return { done: true, value: undefined };
      });
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      const events = rest.split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const name = /^event: (.*)$/mu.exec(event)?.[1] ?? "message";
        const data = /^data: (.*)$/mu.exec(event)?.[1] ?? "null";
        yield { name, data: JSON.parse(data) };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function path(at: string, query: Readonly<Record<string, string>>): string {
  return `${at}?${new URLSearchParams(query)}`;
}

function jsonOf(response: Response): Promise<unknown> {
  return response.json().catch(() => null);
}
