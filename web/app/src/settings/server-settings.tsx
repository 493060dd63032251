// The server's own settings, which every door has: changed here, kept in its file. Draws what the server says.

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
    <section aria-label="Of the server">
      <h2>Of the server</h2>
      <p className="note">
        For every browser and program that asks it. Kept in <code>{about.config}</code>.
      </p>
      {about.restart && (
        <p className="note" role="status">
          Saved. The server takes it up when it starts again: stop <code>wherein serve</code> with
          Ctrl-C and start it.
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
        name="Remember those to these sites alone, with commas between them (empty: all)"
        value={about.memory_sites.join(", ")}
        save={(text) =>
          save({ memory_sites: text.split(",").flatMap((site) => site.trim() || []) })
        }
      />
      <Line
        key={`days ${about.memory_days}`}
        name="Forget what nobody asked for so many days (0: never)"
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
        Fetch web addresses that programs name
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
        the text, and dropped where it does not stand there. A model on this machine costs seconds a
        question and sends nothing; one behind an address is sent the passages it reads, and costs
        what its owner asks. Without a model none is ever asked.
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
