// The scope of a question: the whole library, or a document, a folder, a tag, a knowledge base. Values in, values out.

import type { KeptDocument } from "@wherein/api-client/app-server.ts";
import { isReceived, separatorOf } from "@wherein/api-client/source.ts";
import { t } from "@wherein/ui/messages/messages.ts";

export type ScopeKind = "document" | "folder" | "tag" | "base";

/** Null is the whole library. `name` is what the server knows it by. */
export type Scope = {
  readonly kind: ScopeKind;
  readonly name: string;
  readonly title: string;
} | null;

export interface ScopeGroup {
  readonly label: string;
  readonly scopes: readonly NonNullable<Scope>[];
}

/** More would be no choice any more. */
const MOST_IN_GROUP = 200;

/** The scope that "tag:sea" names in an address; a document has its identity for a title. */
export function scopeOf(named: string): Scope {
  const { kind, name } =
    /^(?<kind>document|folder|tag|base):(?<name>.+)$/su.exec(named)?.groups ?? {};
  if (kind === undefined || name === undefined) return null;
  return { kind: kind as ScopeKind, name, title: kind === "folder" ? folderTitle(name) : name };
}

/** The fields of a request that limit it to a scope. */
export function within(scope: Scope): { document?: string; within?: string[] } {
  if (!scope) return {};
  if (scope.kind === "document") return { document: scope.name };
  return { within: [scope.kind === "tag" ? `tag:${scope.name}` : scope.name] };
}

export function isSameScope(a: Scope, b: Scope): boolean {
  return a?.kind === b?.kind && a?.name === b?.name;
}

/** The scope as the end of a sentence: "Not in this folder". */
export function inScope(scope: Scope): string {
  switch (scope?.kind) {
    case "document":
      return t.inThisDocument;
    case "folder":
      return t.inThisFolder;
    case "tag":
      return t.underThisTag;
    case "base":
      return t.inThisKnowledgeBase;
    default:
      return t.inTheLibrary;
  }
}

/** The folders, tags and bases that can be chosen. */
export function scopeGroups(
  documents: readonly KeptDocument[],
  bases: readonly string[],
): ScopeGroup[] {
  const groups: ScopeGroup[] = [
    { label: t.folders, scopes: foldersOf(documents) },
    {
      label: t.tags,
      scopes: tagsOf(documents).map((name) => ({ kind: "tag", name, title: name })),
    },
    {
      label: t.knowledgeBases,
      scopes: bases.map((name) => ({ kind: "base", name, title: name })),
    },
  ];
  return groups
    .filter(({ scopes }) => scopes.length > 0)
    .map(({ label, scopes }) => ({ label, scopes: scopes.slice(0, MOST_IN_GROUP) }));
}

export function tagsOf(documents: readonly KeptDocument[]): string[] {
  return [...new Set(documents.flatMap(({ tags = [] }) => tags))].sort((a, b) =>
    a.localeCompare(b),
  );
}

/** Folders that hold documents, and those above them that hold more than one such folder. */
function foldersOf(documents: readonly KeptDocument[]): NonNullable<Scope>[] {
  const held = new Map<string, number>();
  for (const { source } of documents) {
    const folder = folderOf(source);
    if (folder !== null) held.set(folder, (held.get(folder) ?? 0) + 1);
  }
  const below = new Map<string, Set<string>>();
  for (const folder of held.keys()) {
    const separator = separatorOf(folder);
    const parts = folder.split(separator);
    for (let n = parts.length - 1; n > 1; n--) {
      const above = parts.slice(0, n).join(separator);
      const next = parts.slice(0, n + 1).join(separator);
      below.set(above, (below.get(above) ?? new Set()).add(next));
    }
  }
  const folders = [...below].flatMap(([above, { size }]) => (size > 1 ? [above] : []));
  return [...new Set([...held.keys(), ...folders])]
    .sort((a, b) => a.localeCompare(b))
    .map((name) => ({ kind: "folder", name, title: folderTitle(name) }));
}

function folderTitle(name: string): string {
  const separator = separatorOf(name);
  return name.split(separator).slice(-2).join(separator);
}

function folderOf(source: string): string | null {
  const separator = separatorOf(source);
  if ((separator === "/" && !source.startsWith("/")) || isReceived(source)) return null;
  const folder = source.slice(0, source.lastIndexOf(separator));
  return folder === "" ? null : folder;
}
