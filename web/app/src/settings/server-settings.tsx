// The server's own settings, which every door uses: changed here, stored in its file. Draws what the server reports.

import type { About } from "@wherein/api-client/app-server.ts";
import type { SettingsRequest } from "@wherein/api-client/server.ts";
import type { Trouble } from "@wherein/ui/links.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { type ReactElement, useState } from "react";
import { type Choice, SelectField } from "../form/fields.tsx";
import { Refusal } from "../refusal.tsx";

export const CAUTION_CHOICES: readonly Choice<About["caution"]>[] = [
  ["low", t.lowMoreAnswersMoreOfThem],
  ["normal", t.normal],
  ["high", t.highFewerAnswersSurerOnes],
];

/** As the server takes them. */
const MOST_DAYS = 36_500;

export function ServerSettings({
  about,
  save: saveThem,
}: {
  readonly about: About;
  /** Gives what kept the changes from being saved. */
  readonly save: (changes: SettingsRequest) => Promise<Trouble | null>;
}): ReactElement {
  const [refused, setRefused] = useState<Trouble | null>(null);
  const save = (changes: SettingsRequest) => void saveThem(changes).then(setRefused);
  return (
    <section aria-label={t.serverSettings}>
      <h3>{t.serverSettings}</h3>
      <p className="note">
        {t.theseApplyToEveryBrowserAnd} <code>{about.config}</code>.
      </p>
      {about.restart && (
        <p className="note" role="status">
          {t.savedTheChangeTakesEffectWhen} <code>{t.whereinServe}</code>
          {t.withCtrlCAndStartIt}
        </p>
      )}
      {refused && <Refusal trouble={refused} />}
      <SelectField
        label={t.reader}
        value={about.reader as "small" | "large"}
        choices={[
          ["small", t.smallQuick + (about.larger_reader ? t.andTheLargerOneWhereIt : "")],
          [
            "large",
            t.largeSlowerAndSurer + (about.larger_reader ? "" : t.whereinModelsGetLarge),
            !about.larger_reader && about.reader !== "large",
          ],
        ]}
        set={(reader) => save({ reader })}
      />
      <SelectField
        label={t.howSureAnAnswerHasTo}
        value={about.caution}
        choices={CAUTION_CHOICES}
        set={(caution) => save({ caution })}
      />
      <label>
        <input
          type="checkbox"
          checked={about.memory}
          onChange={({ target }) => save({ memory: target.checked })}
        />{" "}
        {t.rememberQuestionsAndTheirAnswers}
      </label>
      <Line
        key={`sites ${about.memory_sites.join(" ")}`}
        name={t.rememberOnlyQuestionsAboutTheseSites}
        value={about.memory_sites.join(", ")}
        save={(text) =>
          save({ memory_sites: text.split(",").flatMap((site) => site.trim() || []) })
        }
      />
      <Line
        key={`days ${about.memory_days}`}
        name={t.forgetQuestionsThatNobodyHasAsked}
        type="number"
        value={String(about.memory_days)}
        save={(text) => save({ memory_days: Number(text) })}
      />
      <label>
        <input
          type="checkbox"
          checked={about.fetch_urls}
          onChange={({ target }) => save({ fetch_urls: target.checked })}
        />{" "}
        {t.fetchWebAddressesOnRequestOf}
      </label>
      <LanguageModel
        key={`${about.language_model} ${about.language_model_url}`}
        about={about}
        save={save}
      />
    </section>
  );
}

function Line({
  name,
  value,
  save,
  type = "text",
}: {
  readonly name: string;
  readonly value: string;
  readonly save: (text: string) => void;
  readonly type?: "text" | "number";
}): ReactElement {
  const [text, setText] = useState(value);
  return (
    <form
      className="edit"
      onSubmit={(event) => {
        event.preventDefault();
        save(text);
      }}
    >
      <label>
        {name}
        <input
          type={type}
          min={0}
          max={MOST_DAYS}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      {text !== value && <button type="submit">{t.save}</button>}
    </form>
  );
}

function LanguageModel({
  about,
  save,
}: {
  readonly about: About;
  readonly save: (changes: SettingsRequest) => void;
}): ReactElement {
  const [model, setModel] = useState(about.language_model ?? "");
  const [url, setUrl] = useState(about.language_model_url ?? "");
  const isElsewhere =
    /^https?:\/\//u.test(url) && !/^https?:\/\/(?:127\.|localhost|\[::1\])/u.test(url);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save({ language_model: { model, url } });
      }}
    >
      <h4>{t.languageModel}</h4>
      <p className="note">{t.askedLastWhereTheReadersFind}</p>
      <div className="edit">
        <label>
          {t.modelANameOfWhereinModels}
          <input
            type="text"
            list="models"
            value={model}
            onChange={({ target }) => setModel(target.value)}
          />
        </label>
        <datalist id="models">
          <option value="qwen-1.5b" />
        </datalist>
        <label>
          {t.addressOfAnOpenaiCompatibleEndpoint}
          <input
            type="text"
            inputMode="url"
            value={url}
            onChange={({ target }) => setUrl(target.value)}
          />
        </label>
        <button type="submit">{t.saveTheLanguageModel}</button>
      </div>
      {isElsewhere && (
        <p className="note" role="status">
          {t.passagesAreSentTo(url)}
        </p>
      )}
    </form>
  );
}
