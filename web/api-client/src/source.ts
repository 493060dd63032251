// Where a document is from, as a person knows it: a file that was sent has its name, not the place where the server
// keeps it. Strings in, strings out.

/** Where the server keeps what was sent to it: no folder of the person's. */
const RECEIVED = /[\\/]files[\\/](?:[0-9a-f]{16}[\\/]){1,2}(?<name>[^\\/]+)$/u;

export function isReceived(source: string): boolean {
  return RECEIVED.test(source);
}

/** What separates the folders of an absolute path: a backslash where it begins with a drive or a share of Windows. */
export function separatorOf(path: string): "/" | "\\" {
  return /^(?:[A-Za-z]:[\\/]|\\\\)/u.test(path) ? "\\" : "/";
}

/** A path or an address; of a file that was sent, its name. */
export function shownSource(source: string): string {
  return RECEIVED.exec(source)?.groups?.name ?? source;
}
