// The canonical URL of a page and its hash, as in `wherein.memory.policies.page_url` (contracts/urls.json). Fetches nothing.

import LEXICON from "../../../contracts/lexicon/urls.json" with { type: "json" };

const LONGEST = LEXICON.numbers.longest;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: "80", https: "443" };
// Names, and beginnings of names, of parameters that only say where the reader came from.
const TRACKING = new Set(LEXICON.words.tracking.join(" ").split(" "));
const TRACKING_PREFIXES = LEXICON.words.tracking_prefixes.join(" ").split(" ");
// Scheme, user and host, port, path, query (RFC 3986, appendix B, for addresses with a host).
const PARTS =
  /^(?<scheme>[a-z][a-z\d+.-]*):\/\/(?<host>\[[^\]/?#]*\]|[^:/?#]*)(?::(?<port>\d*))?(?<path>[^?#]*)(?:\?(?<query>[^#]*))?/isu;
const PLAIN = /[\w.~!$&'()*+,;=:@/?-]/;
const UNRESERVED = /[\w.~-]/;

/** The canonical address of the page; null for anything but a valid web address without a user name. */
export function canonicalUrl(url: string): string | null {
  if ([...url].length > LONGEST) return null;
  // As the URL standard strips them.
  const stripped = url.replace(/^[\0-\x20]+|[\0-\x20]+$/g, "").replace(/[\t\n\r]/g, "");
  const parts = PARTS.exec(stripped)?.groups;
  if (!parts) return null;
  const scheme = (parts.scheme ?? "").toLowerCase();
  const path = parts.path ?? "";
  if (!(scheme in DEFAULT_PORTS) || (path !== "" && !path.startsWith("/"))) return null;
  const host = canonicalHost(parts.host ?? "");
  const port = parts.port ? String(Number(parts.port)) : "";
  if (!host || Number(port) > 65_535) return null;
  const place = port === "" || port === DEFAULT_PORTS[scheme] ? host : `${host}:${port}`;
  const folded = withoutDots(encoded(path)).replace(/\/index\.html?$/i, "/");
  const query = encoded(parts.query ?? "")
    .split("&")
    .filter((part) => part !== "" && !tracks((part.split("=", 1)[0] as string).toLowerCase()))
    .join("&");
  return `${scheme}://${place}${folded}${query ? `?${query}` : ""}`;
}

/** SHA-256 of a canonical URL in hexadecimal; a look-up sends only its first digits. */
export async function pageHash(canonical: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonical));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function canonicalHost(given: string): string | null {
  if (given.includes("@")) return null;
  let host = given.toLowerCase().replace(/\.$/, "");
  if (host.startsWith("[") || /[^\0-\x7f]/.test(host)) {
    if (!URL.canParse(`http://${host}/`)) return null;
    host = new URL(`http://${host}/`).hostname;
    if (host.startsWith("[")) return host;
  }
  return /^[a-z\d._-]+$/.test(host) && !host.includes("..") ? host : null;
}

/** Normalised percent-encoding: plain characters where allowed, otherwise upper-case digits. */
function encoded(text: string): string {
  const plain = text.replace(/%([\da-f]{2})/gi, (escaped, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return character < "\x80" && UNRESERVED.test(character) ? character : escaped.toUpperCase();
  });
  return Array.from(plain, (character) =>
    character === "%" || PLAIN.test(character)
      ? character
      : Array.from(
          new TextEncoder().encode(character),
          (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
        ).join(""),
  ).join("");
}

/** RFC 3986, 5.2.4. */
function withoutDots(path: string): string {
  const kept: string[] = [];
  const segments = path.split("/").slice(1);
  for (const [i, segment] of segments.entries()) {
    if (segment === "..") kept.pop();
    else if (segment !== ".") {
      kept.push(segment);
      continue;
    }
    if (i === segments.length - 1) kept.push("");
  }
  return `/${kept.join("/")}`;
}

function tracks(name: string): boolean {
  return TRACKING.has(name) || TRACKING_PREFIXES.some((prefix) => name.startsWith(prefix));
}
