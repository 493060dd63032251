// Questions to begin with: what was asked of the newest documents, or what they answer. Values in, values out.

import type { AppServer, KeptDocument } from "@wherein/api-client/app-server.ts";
import { standsAlone } from "@wherein/reader/prepared/stands-alone.ts";
import { ALL, listed } from "../library/library-list.ts";

/** A choice to begin with, not a list to search. */
const MOST_EXAMPLES = 3;
const MOST_DOCUMENTS = 5;

export interface Example {
  readonly question: string;
  readonly document: KeptDocument;
}

/** The documents that were added last, newest first. */
export function newestOf(documents: readonly KeptDocument[]): readonly KeptDocument[] {
  return listed(documents, ALL).slice(0, MOST_DOCUMENTS);
}

/**
 * One question of each document before a second one of any, none that needs to be read in its document. The documents are looked at one after the other, since the
 * server reads for it, and no further one once `isWanted` is false.
 */
export async function examplesOf(
  server: Pick<AppServer, "top">,
  documents: readonly KeptDocument[],
  isWanted: () => boolean = () => true,
): Promise<readonly Example[]> {
  const each: (readonly Example[])[] = [];
  for (const document of documents) {
    if (!isWanted() || each.filter(({ length }) => length > 0).length >= MOST_EXAMPLES) break;
    const asked = await server.top(document.document);
    const alone = asked.filter(({ question }) => standsAlone(question));
    each.push(alone.map(({ question }) => ({ question, document })));
  }
  const rounds = Array.from({ length: MOST_EXAMPLES }, (_, n) => each.flatMap((of) => of[n] ?? []));
  const all = rounds.flat();
  const isFirst = ({ question }: Example, at: number) =>
    all.findIndex((example) => example.question === question) === at;
  return all.filter(isFirst).slice(0, MOST_EXAMPLES);
}
