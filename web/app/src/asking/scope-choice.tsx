// What the next question is put to: the open document, the library, or more. Draws a state; decides nothing.

import type { KeptDocument } from "@wherein/api-client/app-server.ts";
import { beginning } from "@wherein/ui/answers/clip.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import type { ReactElement } from "react";
import { isSameScope, type Scope, type ScopeGroup } from "../scope.ts";
import type { AskController } from "./ask-controller.ts";
import type { AskState } from "./ask-state.ts";

interface Props {
  readonly state: AskState;
  readonly controller: AskController;
  /** The folders, tags and knowledge bases that can be chosen. */
  readonly groups: readonly ScopeGroup[];
  readonly documents: readonly KeptDocument[];
}

/** Nothing where there is nothing to choose. */
export function ScopeChoice({ state, controller, groups, documents }: Props): ReactElement | null {
  const { scope, opened } = state;
  const shown = opened.kind === "open" ? opened.shown : null;
  const isHere = scope?.kind === "document" && scope.name === shown?.document;
  const more = withChosen(groups, isHere ? null : scope, documents);
  if (!shown && more.length === 0) return null;
  const isMore = scope !== null && !isHere;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row of segments.
    <div className="scope" role="group" aria-label={t.searchIn}>
      {shown && (
        <button
          type="button"
          aria-pressed={isHere}
          title={t.ctrlF(shown.title)}
          onClick={() => controller.askOpenDocument()}
        >
          {t.thisDocument}
        </button>
      )}
      <button
        type="button"
        aria-pressed={scope === null}
        title={isHere ? t.altA : undefined}
        onClick={() => controller.setScope(null)}
      >
        {t.library}
      </button>
      {more.length > 0 && (
        <select
          aria-label={t.moreToSearchIn}
          data-chosen={isMore}
          title={scope?.name}
          value={isMore ? keyOf(scope) : ""}
          onChange={({ target }) => {
            const all = more.flatMap(({ scopes }) => scopes);
            const chosen = all.find((each) => keyOf(each) === target.value);
            controller.setScope(chosen ?? null);
          }}
        >
          <option value="">{t.moreChoices}</option>
          {more.map(({ label, scopes }) => (
            <optgroup key={label} label={label}>
              {scopes.map((each) => (
                <option key={keyOf(each)} value={keyOf(each)}>
                  {beginning(each.title, 60)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </div>
  );
}

/** The groups, before them the scope where none of them has it: an address may name any document. */
function withChosen(
  groups: readonly ScopeGroup[],
  scope: Scope,
  documents: readonly KeptDocument[],
): readonly ScopeGroup[] {
  const isListed = groups.some(({ scopes }) => scopes.some((each) => isSameScope(each, scope)));
  if (!scope || isListed) return groups;
  const title = documents.find(({ document }) => document === scope.name)?.title ?? scope.title;
  return [{ label: t.chosen, scopes: [{ ...scope, title }] }, ...groups];
}

function keyOf(scope: NonNullable<Scope>): string {
  return `${scope.kind} ${scope.name}`;
}
