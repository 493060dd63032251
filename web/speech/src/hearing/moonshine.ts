// Moonshine (arXiv 2410.15608) in onnxruntime-web: an encoder of samples and a decoder of tokens. The only module of the
// package that knows the runtime. The twin of Python's `wherein.speech.hearing.moonshine`, with the same two files.

import * as ort from "onnxruntime-web/wasm";
import { type Heard, RATE, type Recogniser } from "../recogniser.ts";
import { confidenceOf, type Decoded, decodeGreedily, type Steps } from "./decoding.ts";
import { loudPart } from "./guards.ts";
import { foundMends, type Mended, mend, mends, together } from "./mending.ts";
import { NameTrie } from "./name-search.ts";
import { Rescored } from "./rescoring.ts";
import { Vocabulary } from "./vocabulary.ts";

const START = 1;
const END = 2;
// The most tokens of a second of speech, from the makers' own loop; more is repetition.
const TOKENS_A_SECOND = 6;
// The encoder's convolutions need some 60 ms.
const LEAST_SAMPLES = RATE / 10;
const PAST = "past_key_values.";

export interface MoonshineFiles {
  readonly encoder: Uint8Array;
  readonly decoder: Uint8Array;
  /** The script of llama-tokenizer-js, of which only the vocabulary is read; it is not run. */
  readonly vocabulary: string;
}

export interface Runtime {
  /** Folder of the runtime's `.mjs` and `.wasm`, with its last slash. */
  readonly runtime: string;
  readonly threads: number;
}

export class Moonshine implements Recogniser {
  readonly #encoder: ort.InferenceSession;
  readonly #decoder: ort.InferenceSession;
  readonly #vocabulary: Vocabulary;
  #lastTrie: { readonly key: string; readonly trie: NameTrie } | null = null;

  private constructor(
    encoder: ort.InferenceSession,
    decoder: ort.InferenceSession,
    vocabulary: Vocabulary,
  ) {
    this.#encoder = encoder;
    this.#decoder = decoder;
    this.#vocabulary = vocabulary;
  }

  /** Loads the model from its bytes. Throws onnxruntime's error for anything else. */
  static async load(files: MoonshineFiles, { runtime, threads }: Runtime): Promise<Moonshine> {
    ort.env.wasm.wasmPaths = runtime;
    ort.env.wasm.numThreads = threads;
    ort.env.logLevel = "error";
    const session = (bytes: Uint8Array) =>
      ort.InferenceSession.create(bytes, {
        executionProviders: ["wasm"],
        graphOptimizationLevel: "all",
      });
    // In sequence, since the first one starts the runtime.
    const encoder = await session(files.encoder);
    const decoder = await session(files.decoder);
    return new Moonshine(encoder, decoder, Vocabulary.ofScript(files.vocabulary));
  }

  async recognise(samples: Float32Array, names: readonly string[] = []): Promise<Heard> {
    const nothing = { text: "", confidence: 0, tokens: [], ended: true, meant: null };
    if (samples.length < LEAST_SAMPLES) return nothing;
    const decoded = await this.#decoded(samples);
    const { tokens, ended } = decoded;
    const said = this.#vocabulary.text(tokens).trim();
    if (said === "") return { ...nothing, tokens, ended };
    const mended = names.length > 0 ? await this.#mended(said, decoded, names) : null;
    const { text, meant } = mended ?? { text: said, meant: null };
    return { text, meant, confidence: confidenceOf(decoded), tokens, ended };
  }

  /** The model at times ends at once where quiet comes first: then it is asked again without the quiet. */
  async #decoded(samples: Float32Array): Promise<Decoded> {
    const decoded = await this.#read(samples);
    if (decoded.tokens.length > 0) return decoded;
    const loud = loudPart(samples);
    const isLess = loud.length >= LEAST_SAMPLES && loud.length < samples.length;
    return isLess ? this.#read(loud) : decoded;
  }

  async #read(samples: Float32Array): Promise<Decoded> {
    const input = new ort.Tensor("float32", samples, [1, samples.length]);
    const { last_hidden_state: hidden } = await this.#encoder.run({ input_values: input });
    if (!hidden) throw new Error("The encoder gave nothing.");
    const mostTokens = Math.floor((samples.length / RATE) * TOKENS_A_SECOND);
    const limits = { start: START, end: END, mostTokens };
    return decodeGreedily(new Cached(this.#decoder, hidden), limits);
  }

  async #mended(text: string, decoded: Decoded, names: readonly string[]): Promise<Mended> {
    const rescored = new Rescored(text, decoded, this.#vocabulary, END);
    const found = await rescored.found(names, this.#trieOf(names));
    const candidates = together(mends(text, names), foundMends(text, names, found)).filter((one) =>
      rescored.isOpen(one),
    );
    return mend(text, candidates, (one) => rescored.evidence(one));
  }

  /** The trie of names; that of the last page is kept, since several questions are asked of it. */
  #trieOf(names: readonly string[]): NameTrie {
    const key = names.join("\n");
    if (this.#lastTrie?.key !== key) {
      const trie = new NameTrie(
        names.map((name) => (name.trim() === "" ? [] : this.#vocabulary.tokens(name))),
      );
      this.#lastTrie = { key, trie };
    }
    return this.#lastTrie.trie;
  }
}

/** `Steps` of the merged decoder, whose first call computes the keys and values of the audio. */
class Cached implements Steps {
  readonly #session: ort.InferenceSession;
  readonly #hidden: ort.Tensor;
  #past: Record<string, ort.Tensor>;
  #begun = false;

  constructor(session: ort.InferenceSession, hidden: ort.Tensor) {
    this.#session = session;
    this.#hidden = hidden;
    this.#past = Object.fromEntries(
      session.inputMetadata
        .filter(({ name, isTensor }) => isTensor && name.startsWith(PAST))
        .map((input) => {
          const [, heads, , width] = (input as ort.InferenceSession.TensorValueMetadata).shape;
          const shape = [0, Number(heads), 1, Number(width)];
          return [input.name, new ort.Tensor("float32", new Float32Array(0), shape)];
        }),
    );
  }

  async all(tokens: readonly number[]): Promise<readonly Float32Array[]> {
    const { logits } = await this.#run(tokens, ["logits"]);
    const data = logits?.data as Float32Array;
    const size = data.length / tokens.length;
    return tokens.map((_, at) => data.subarray(at * size, (at + 1) * size));
  }

  fork(): Cached {
    const other = new Cached(this.#session, this.#hidden);
    other.#past = this.#past;
    other.#begun = this.#begun;
    return other;
  }

  async next(token: number): Promise<Float32Array> {
    const given = await this.#run([token]);
    this.#past = Object.fromEntries(
      Object.entries(this.#past).map(([name, old]) => {
        // From the second call on, the model returns empty tensors for the audio.
        const isNew = !this.#begun || name.includes(".decoder.");
        return [name, isNew ? (given[name.replace("past_key_values", "present")] ?? old) : old];
      }),
    );
    this.#begun = true;
    return given.logits?.data as Float32Array;
  }

  #run(
    tokens: readonly number[],
    outputs: readonly string[] = this.#session.outputNames,
  ): Promise<ort.InferenceSession.ReturnType> {
    const ids = BigInt64Array.from(tokens, BigInt);
    return this.#session.run(
      {
        input_ids: new ort.Tensor("int64", ids, [1, tokens.length]),
        encoder_hidden_states: this.#hidden,
        use_cache_branch: new ort.Tensor("bool", [this.#begun], [1]),
        ...this.#past,
      },
      outputs,
    );
  }
}
