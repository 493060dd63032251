// Addresses of the app: which view, which document, which place in it. Strings in, values out.

import type { Span } from "@wherein/anchoring/span.ts";

export type Route =
  | { readonly view: "ask" | "library" | "tables" | "settings" | "keys" }
  | { readonly view: "document"; readonly document: string; readonly span: Span | null };

const VIEWS = ["library", "tables", "settings", "keys"] as const;

/** The route of an address; anything unknown is the first view. */
export function routeOf({
  pathname,
  hash,
}: {
  readonly pathname: string;
  readonly hash: string;
}): Route {
  const named = /^\/d\/(?<id>.+)$/u.exec(pathname)?.groups?.id;
  if (named !== undefined) {
    return { view: "document", document: decoded(named), span: spanOf(hash) };
  }
  const [, view = ""] = pathname.split("/");
  const known = VIEWS.find((each) => each === view);
  return { view: known ?? "ask" };
}

/** The address of a route; a place counts code points. */
export function addressOf(route: Route): string {
  if (route.view !== "document") return route.view === "ask" ? "/" : `/${route.view}`;
  const place = route.span ? `#s=${route.span.start}-${route.span.end}` : "";
  return `/d/${encodeURIComponent(route.document)}${place}`;
}

function spanOf(hash: string): Span | null {
  const { start, end } = /^#s=(?<start>\d{1,9})-(?<end>\d{1,9})$/u.exec(hash)?.groups ?? {};
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
