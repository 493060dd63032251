// The server's own settings, which every door uses: changed here, stored in its file. Draws what the server reports.

import type { About } from "@wherein/api-client/app-server.ts";
import type { SettingsRequest } from "@wherein/api-client/server.ts";
import type { Trouble } from "@wherein/ui/links.ts";
import { type ReactElement, useState } from "react";
import { Refusal } from "../refusal.tsx";

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
    <section aria-label="Server settings">
      <h2>Server settings</h2>
      <p className="note">
        These apply to every browser and program that asks the server. They are stored in{" "}
        <code>{about.config}</code>.
      </p>
      {about.restart && (
        <p className="note" role="status">
          Saved. The change takes effect when the server restarts: stop <code>wherein serve</code>
          with Ctrl-C and start it again.
        </p>
      )}
      {refused && <Refusal trouble={refused} />}
      <label>
        Reader{" "}
        <select
          value={about.reader}
          onChange={({ target }) => save({ reader: target.value as "small" | "large" })}
        >
          <option value="small">
            small: quick{about.larger_reader ? ", and the larger one where it is unsure" : ""}
          </option>
          <option value="large" disabled={!about.larger_reader && about.reader !== "large"}>
            large: slower and surer{about.larger_reader ? "" : " (wherein models get large)"}
          </option>
        </select>
      </label>
      <label>
        How sure an answer has to be{" "}
        <select
          value={about.caution}
          onChange={({ target }) => save({ caution: target.value as About["caution"] })}
        >
          <option value="low">low: more answers, more of them wrong</option>
          <option value="normal">normal</option>
          <option value="high">high: fewer answers, surer ones</option>
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={about.memory}
          onChange={({ target }) => save({ memory: target.checked })}
        />{" "}
        Remember questions and their answers
      </label>
      <Line
        key={`sites ${about.memory_sites.join(" ")}`}
        name="Remember only questions about these sites, separated by commas (empty: all)"
        value={about.memory_sites.join(", ")}
        save={(text) =>
          save({ memory_sites: text.split(",").flatMap((site) => site.trim() || []) })
        }
      />
      <Line
        key={`days ${about.memory_days}`}
        name="Forget questions that nobody has asked for this many days (0: never)"
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
        Fetch web addresses on request of other programs
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
      {text !== value && <button type="submit">Save</button>}
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
      <h3>Language model</h3>
      <p className="note">
        Asked last, where the readers find nothing. It may only quote: what it says is looked for in
        the text, and dropped if it is not there. A model on this machine takes seconds for each
        question and sends nothing. A model at an address receives the passages it reads, and may
        cost money. If no model is named here, none is asked.
      </p>
      <div className="edit">
        <label>
          Model (a name of wherein models list, or a .gguf file; empty: none)
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
          Address of an OpenAI-compatible endpoint (empty: on this machine)
          <input
            type="text"
            inputMode="url"
            value={url}
            onChange={({ target }) => setUrl(target.value)}
          />
        </label>
        <button type="submit">Save the language model</button>
      </div>
      {isElsewhere && (
        <p className="note" role="status">
          Passages of your documents will be sent to {url}. Its key is read from the variable
          WHEREIN_ENDPOINT_KEY.
        </p>
      )}
    </form>
  );
}
