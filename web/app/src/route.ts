// Addresses of the app: which view, which document, which place in it, and what is asked of what. Strings in, values
// out. Place, question and scope stand behind the "#", which browsers send to no server.

import type { Span } from "@wherein/anchoring/span.ts";
import { type Scope, scopeOf } from "./scope.ts";

/** The question that was asked, and what it was put to; without a question, what the next one is put to. */
export interface Asking {
  readonly question?: string;
  readonly scope?: Scope;
}

export type Route =
  | { readonly view: "library" | "tables" | "sharing" | "team" | "settings" | "keys" }
  | ({ readonly view: "ask" } & Asking)
  | ({ readonly view: "document"; readonly document: string; readonly span: Span | null } & Asking);

const VIEWS = ["library", "tables", "sharing", "team", "settings", "keys"] as const;

/** The route of an address; anything unknown is the first view. */
export function routeOf({
  pathname,
  hash,
}: {
  readonly pathname: string;
  readonly hash: string;
}): Route {
  const named = /^\/d\/(?<id>.+)$/u.exec(pathname)?.groups?.id;
  const behind = new URLSearchParams(hash.replace(/^#/u, ""));
  if (named !== undefined) {
    const span = spanOf(behind.get("s") ?? "");
    return { view: "document", document: decoded(named), span, ...askingOf(behind) };
  }
  const [, view = ""] = pathname.split("/");
  const known = VIEWS.find((each) => each === view);
  return known ? { view: known } : { view: "ask", ...askingOf(behind) };
}

/** The address of a route; a place counts code points. */
export function addressOf(route: Route): string {
  if (route.view !== "ask" && route.view !== "document") return `/${route.view}`;
  const { question = "", scope = null } = route;
  const span = route.view === "document" ? route.span : null;
  const parts = [
    ...(span ? [`s=${span.start}-${span.end}`] : []),
    ...(question !== "" ? [`q=${encodeURIComponent(question)}`] : []),
    ...(scope ? [`in=${encodeURIComponent(`${scope.kind}:${scope.name}`)}`] : []),
  ];
  const path = route.view === "ask" ? "/" : `/d/${encodeURIComponent(route.document)}`;
  return parts.length === 0 ? path : `${path}#${parts.join("&")}`;
}

function askingOf(behind: URLSearchParams): Asking {
  const question = (behind.get("q") ?? "").trim();
  const scope = scopeOf(behind.get("in") ?? "");
  return { ...(question !== "" && { question }), ...(scope && { scope }) };
}

function spanOf(place: string): Span | null {
  const { start, end } = /^(?<start>\d{1,9})-(?<end>\d{1,9})$/u.exec(place)?.groups ?? {};
  if (start === undefined || end === undefined || Number(end) <= Number(start)) return null;
  return { start: Number(start), end: Number(end) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
