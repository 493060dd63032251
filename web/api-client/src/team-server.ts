// The web app's client of the routes about people, tokens, groups and shares. Knows their paths; no view.

import type * as v from "valibot";
import {
  AuditResponse as auditResponse,
  LinkResponse as linkResponse,
  MeResponse as meResponse,
  NewTokenResponse as newTokenResponse,
  PeopleResponse as peopleResponse,
  SharesResponse as sharesResponse,
  StateResponse as stateResponse,
  TokensResponse as tokensResponse,
} from "./api-schemas.ts";
import type { AppServer } from "./app-server.ts";

/** Who is signed in, and what they may read and by which way. `name` is empty with the server's own token. */
export type Me = v.InferOutput<typeof meResponse>;
export type HeldLibrary = Me["libraries"][number];
export type People = v.InferOutput<typeof peopleResponse>;
export type Person = People["people"][number];
/** A token without itself. */
export type Token = People["tokens"][number];
/** A token as it is shown once. */
export type NewToken = v.InferOutput<typeof newTokenResponse>;
export type Share = v.InferOutput<typeof sharesResponse>["shares"][number];
export type Role = Share["role"];
export type Right = Token["rights"][number];
export type ServerState = v.InferOutput<typeof stateResponse>;
export type Audited = v.InferOutput<typeof auditResponse>["entries"][number];

export interface WantedToken {
  readonly program: string;
  readonly rights: readonly Right[];
  /** Days until it ends; null: never. */
  readonly days: number | null;
}

export class TeamServer {
  readonly #server: AppServer;

  constructor(server: AppServer) {
    this.#server = server;
  }

  me(): Promise<Me> {
    return this.#server.call("GET", "/v1/me", meResponse);
  }

  async ownTokens(): Promise<readonly Token[]> {
    return (await this.#server.call("GET", "/v1/me/tokens", tokensResponse)).tokens;
  }

  makeOwnToken(wanted: WantedToken): Promise<NewToken> {
    return this.#server.call("POST", "/v1/me/tokens", newTokenResponse, wanted);
  }

  async endOwnToken(id: string): Promise<void> {
    await this.#server.call("DELETE", at("/v1/me/tokens", { id }), tokensResponse);
  }

  people(): Promise<People> {
    return this.#server.call("GET", "/v1/people", peopleResponse);
  }

  addPerson(name: string, admin: boolean): Promise<People> {
    return this.#server.call("POST", "/v1/people", peopleResponse, { name, admin });
  }

  setAdmin(name: string, admin: boolean): Promise<People> {
    return this.#server.call("PATCH", "/v1/people", peopleResponse, { name, admin });
  }

  removePerson(name: string): Promise<People> {
    return this.#server.call("DELETE", at("/v1/people", { name }), peopleResponse);
  }

  /** Ends all tokens and sessions of a person. */
  async endAccess(person: string): Promise<void> {
    await this.#server.call("DELETE", at("/v1/people/tokens", { person }), peopleResponse);
  }

  /** A link that signs a person in once, at the address under which this page was reached. */
  async signInLink(name: string, origin: string): Promise<string> {
    const { link } = await this.#server.call("POST", "/v1/people/link", linkResponse, { name });
    const { pathname, search } = new URL(link);
    return `${origin}${pathname}${search}`;
  }

  makeToken(person: string, wanted: WantedToken): Promise<NewToken> {
    return this.#server.call("POST", "/v1/people/tokens", newTokenResponse, { person, ...wanted });
  }

  async revoke(id: string): Promise<void> {
    await this.#server.call("DELETE", at("/v1/people/tokens", { id }), peopleResponse);
  }

  async join(group: string, person: string): Promise<void> {
    await this.#server.call("POST", "/v1/groups", peopleResponse, { group, person });
  }

  async leave(group: string, person: string): Promise<void> {
    await this.#server.call("DELETE", at("/v1/groups", { group, person }), peopleResponse);
  }

  async addLibrary(name: string): Promise<void> {
    await this.#server.call("POST", "/v1/libraries", peopleResponse, { name });
  }

  /** What is shared, of the libraries that whoever is signed in may share. */
  async shares(): Promise<readonly Share[]> {
    return (await this.#server.call("GET", "/v1/shares", sharesResponse)).shares;
  }

  async share(share: Share): Promise<readonly Share[]> {
    return (await this.#server.call("POST", "/v1/shares", sharesResponse, share)).shares;
  }

  async unshare({ what, whom, folder }: Share): Promise<readonly Share[]> {
    const address = at("/v1/shares", { what, whom, folder });
    return (await this.#server.call("DELETE", address, sharesResponse)).shares;
  }

  state(): Promise<ServerState> {
    return this.#server.call("GET", "/v1/state", stateResponse);
  }

  /** What was done last, newest first; with `before`, what is older than the entry of that number. */
  async audit(limit: number, before: number | null = null): Promise<readonly Audited[]> {
    const older = before === null ? {} : { before: String(before) };
    const address = at("/v1/audit", { limit: String(limit), ...older });
    return (await this.#server.call("GET", address, auditResponse)).entries;
  }

  /** The names of the knowledge bases that may be shared. */
  async bases(): Promise<readonly string[]> {
    return (await this.#server.bases()).bases.map(({ name }) => name);
  }

  async signOut(): Promise<void> {
    await this.#server.signOut();
  }
}

function at(path: string, query: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(query)}`;
}
