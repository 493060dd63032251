// Made by web/tools/types/generate.mjs of contracts/openapi.json, whose SHA-256 is
// e2f97f5431f1de403453061bd32ec5d95fb11244a2ce71422aaf7a9045c541a4.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * AskRequest
     * @description A question to a kept document, to a text in the request, or to the whole library.
     *
     *     `whole` reads a long document to its end instead of only its likeliest passages. `caution` says how sure an
     *     answer has to be; without it, the settings decide. `turns` are the earlier turns of a conversation, newest last;
     *     they complete the question unless `as_typed`. `within` limits the question to these documents and folders of the
     *     library and knowledge bases.
     */
    AskRequest: {
      /**
       * As Typed
       * @default false
       */
      as_typed?: boolean;
      /** Blocks */
      blocks?: components["schemas"]["WireBlock"][] | null;
      caution?: components["schemas"]["Caution"] | null;
      /** Document */
      document?: string | null;
      /** Limit */
      limit?: number | null;
      /**
       * Memory
       * @default on
       * @enum {string}
       */
      memory?: "on" | "off";
      /** Question */
      question: string;
      /** Since */
      since?: string | null;
      /** Text */
      text?: string | null;
      /**
       * Title
       * @default
       */
      title?: string;
      /**
       * Turns
       * @default []
       */
      turns?: components["schemas"]["WireTurn"][];
      /** Until */
      until?: string | null;
      /**
       * Url
       * @default
       */
      url?: string;
      /**
       * Whole
       * @default false
       */
      whole?: boolean;
      /**
       * Within
       * @default []
       */
      within?: string[];
    };
    /** WireBlock */
    WireBlock: {
      /** Column */
      column?: string | null;
      /** End */
      end: number;
      /**
       * Kind
       * @enum {string}
       */
      kind: "heading" | "paragraph" | "list_item" | "cell" | "caption" | "code";
      /** Level */
      level?: number | null;
      /**
       * Main
       * @default true
       */
      main?: boolean;
      /** Row */
      row?: string | null;
      /** Start */
      start: number;
    };
    /**
     * Caution
     * @description How sure an answer has to be: low shows more right and more wrong answers, high fewer of both.
     * @enum {string}
     */
    Caution: "low" | "normal" | "high";
    /**
     * WireTurn
     * @description An earlier turn of a conversation: the question as understood, and the text, title, nearest heading, document,
     *     place and confidence of its best answer, where it had one.
     */
    WireTurn: {
      /**
       * Answer
       * @default
       */
      answer?: string;
      /** Confidence */
      confidence?: number | null;
      /**
       * Document
       * @default
       */
      document?: string;
      /** End */
      end?: number | null;
      /** Question */
      question: string;
      /**
       * Section
       * @default
       */
      section?: string;
      /** Start */
      start?: number | null;
      /**
       * Title
       * @default
       */
      title?: string;
    };
    /**
     * AskResponse
     * @description `question` is the question as understood; `typed` is the one that was typed, where earlier turns completed it.
     *
     *     `no_question` is true for thanks, a greeting and the like: nothing was searched, and `notes` says what can be asked.
     *     `agreement` is present where more than one document answers: their grouped answers, the largest group first.
     *     `unread` is what was not read of the document that was asked, or of the first answer's where several were.
     *     `evidence` are the places that belong to the answers, for questions that a few words do not answer.
     */
    AskResponse: {
      /**
       * Agreement
       * @default []
       */
      agreement?: components["schemas"]["WireSameAnswer"][];
      /** Answered */
      answered: boolean;
      /** Answers */
      answers: components["schemas"]["WireAnswer"][];
      /**
       * Evidence
       * @default []
       */
      evidence?: components["schemas"]["WireEvidence"][];
      /**
       * Links
       * @default []
       */
      links?: components["schemas"]["WireLink"][];
      /** Meant */
      meant?: string | null;
      /** Milliseconds */
      milliseconds: number;
      /** Nearest */
      nearest: components["schemas"]["WireHit"][];
      /**
       * No Question
       * @default false
       */
      no_question?: boolean;
      /**
       * Notes
       * @default []
       */
      notes?: string[];
      /** Perhaps */
      perhaps: components["schemas"]["WireAnswer"][];
      /** Question */
      question: string;
      read: components["schemas"]["WireRead"];
      /**
       * Several
       * @default false
       */
      several?: boolean;
      /** Steps */
      steps: components["schemas"]["WireStep"][];
      /** Typed */
      typed?: string | null;
      /**
       * Unread
       * @default []
       */
      unread?: components["schemas"]["WireUnread"][];
    };
    /**
     * WireSameAnswer
     * @description Equal answers of several documents, one per document: `text` is the surest one's.
     *
     *     `newest`: the latest dated of all answering documents is one of them.
     */
    WireSameAnswer: {
      /** Answers */
      answers: components["schemas"]["WireAnswer"][];
      /** Newest */
      newest: boolean;
      /** Text */
      text: string;
    };
    /** WireAnswer */
    WireAnswer: {
      /** Boxes */
      boxes?: number[][] | null;
      /** Column */
      column?: string | null;
      /** Confidence */
      confidence: number;
      /** Credit */
      credit?: string | null;
      /** Date */
      date?: string | null;
      /** Date Kind */
      date_kind?: ("modified" | "published" | "created" | "as_of") | null;
      /** Document */
      document: string;
      /** Document Kind */
      document_kind?: string | null;
      /** End */
      end: number;
      /** Evidence */
      evidence?: boolean | null;
      /** File Change */
      file_change?: ("changed" | "gone" | "unreadable") | null;
      /** Found By */
      found_by: string;
      /** Licence */
      licence?: string | null;
      /** Main */
      main?: boolean | null;
      /** Page */
      page?: number | null;
      /** Quote */
      quote: string;
      /** Quote Start */
      quote_start: number;
      /** Recognised */
      recognised?: boolean | null;
      /** Row */
      row?: string | null;
      /** Section */
      section: string[];
      /** Source */
      source?: string | null;
      /** Start */
      start: number;
      struck_by?: components["schemas"]["WireStruckBy"] | null;
      /** Subject To */
      subject_to?: components["schemas"]["WireQuotedPlace"][] | null;
      /** Text */
      text: string;
      /** Title */
      title: string;
      /** Written */
      written?: string | null;
    };
    /**
     * WireStruckBy
     * @description The amendment that deletes or replaces what the answer says. `words` are the part of the answer that no longer holds;
     *     absent where all of it doesn't.
     */
    WireStruckBy: {
      /** End */
      end: number;
      /** Page */
      page?: number | null;
      /** Quote */
      quote: string;
      /** Start */
      start: number;
      /** Words */
      words?: string | null;
    };
    /**
     * WireQuotedPlace
     * @description A place of the answer's document that is quoted beside it; `start` and `end` are code points of its text.
     */
    WireQuotedPlace: {
      /** End */
      end: number;
      /** Page */
      page?: number | null;
      /** Quote */
      quote: string;
      /** Start */
      start: number;
    };
    /**
     * WireEvidence
     * @description Whole sentences, list items, steps or table rows that belong to the answers; `start` and `end` are code points of the
     *     document's text, which is `text` there. `probability` is that the likeliest of them belongs to the answer.
     */
    WireEvidence: {
      /** Document */
      document: string;
      /** End */
      end: number;
      /** Probability */
      probability: number;
      /** Start */
      start: number;
      /** Text */
      text: string;
    };
    /**
     * WireLink
     * @description A name in the question with its linked article and the other candidates.
     *
     *     `start` and `end` are code points of the question.
     */
    WireLink: {
      /** Document */
      document: string;
      /** End */
      end: number;
      /** Others */
      others: components["schemas"]["WireCandidate"][];
      /** Probability */
      probability: number;
      /** Start */
      start: number;
      /** Surface */
      surface: string;
      /** Title */
      title: string;
    };
    /**
     * WireCandidate
     * @description An article that a name may mean, with the probability that it does.
     */
    WireCandidate: {
      /** Document */
      document: string;
      /** Probability */
      probability: number;
      /** Title */
      title: string;
    };
    /** WireHit */
    WireHit: {
      /** Credit */
      credit?: string | null;
      /** Date */
      date?: string | null;
      /** Date Kind */
      date_kind?: ("modified" | "published" | "created" | "as_of") | null;
      /** Document */
      document: string;
      /** End */
      end: number;
      /** File Change */
      file_change?: ("changed" | "gone" | "unreadable") | null;
      /** Licence */
      licence?: string | null;
      /** Score */
      score: number;
      /** Section */
      section: string[];
      /** Source */
      source?: string | null;
      /** Start */
      start: number;
      /** Text */
      text: string;
      /** Title */
      title: string;
    };
    /**
     * WireRead
     * @description `stopped` is true where only the likeliest part of a long document was read; `whole` in a request reads all of it.
     */
    WireRead: {
      /** Fraction */
      fraction: number;
      /**
       * Stopped
       * @default false
       */
      stopped?: boolean;
      /** Words */
      words: number;
    };
    /** WireStep */
    WireStep: {
      /** Milliseconds */
      milliseconds: number;
      /**
       * Outcome
       * @enum {string}
       */
      outcome: "answered" | "refused" | "skipped";
      /** Reason */
      reason?: string | null;
      /** Step */
      step: string;
    };
    /**
     * WireUnread
     * @description What a document holds and was not read: how many of one kind, `of` how many where some of them were read.
     */
    WireUnread: {
      /** Count */
      count: number;
      /** Kind */
      kind: string;
      /** Of */
      of?: number | null;
      /** Words */
      words: string;
    };
    /**
     * FeedbackRequest
     * @description A person's verdict on an answer. `start` and `end` are the answer that is judged, or with the verdict `span` the
     *     right one; without them, `not_here` says that the page has no answer. `question` is the question as it was
     *     understood, `typed` as it was typed where that differs. `withdrawn` takes back what the asker said of the place, or
     *     without one all of what they said of the question, without a document in every document.
     */
    FeedbackRequest: {
      /** Blocks */
      blocks?: components["schemas"]["WireBlock"][] | null;
      /** Document */
      document?: string | null;
      /** End */
      end?: number | null;
      /** Question */
      question: string;
      /** Start */
      start?: number | null;
      /** Text */
      text?: string | null;
      /**
       * Title
       * @default
       */
      title?: string;
      /**
       * Typed
       * @default
       */
      typed?: string;
      /**
       * Url
       * @default
       */
      url?: string;
      /**
       * Verdict
       * @enum {string}
       */
      verdict: "right" | "wrong" | "span" | "not_here" | "withdrawn";
    };
    /**
     * SettingsRequest
     * @description Settings to change in `config.toml`; the others stay.
     */
    SettingsRequest: {
      caution?: components["schemas"]["Caution"] | null;
      /** Fetch Urls */
      fetch_urls?: boolean | null;
      language_model?: components["schemas"]["WireLanguageModel"] | null;
      /** Memory */
      memory?: boolean | null;
      /** Memory Days */
      memory_days?: number | null;
      /** Memory Sites */
      memory_sites?: string[] | null;
      /** Reader */
      reader?: ("small" | "large") | null;
    };
    /**
     * WireLanguageModel
     * @description A language model that may only quote: by name, by a file of this machine, or behind an address. "" means none.
     */
    WireLanguageModel: {
      /** Model */
      model: string;
      /**
       * Url
       * @default
       */
      url?: string;
    };
    /**
     * WireAsked
     * @description `page` is the SHA-256 of the page's canonical address, in hexadecimal (None without an address that is remembered).
     *     A `suggested` question was never asked, so its `last_asked` is None.
     */
    WireAsked: {
      /** Answers */
      answers: components["schemas"]["WireKept"][];
      /** Last Asked */
      last_asked: number | null;
      /** Page */
      page: string | null;
      /** Question */
      question: string;
      /**
       * Suggested
       * @default false
       */
      suggested?: boolean;
      /** Title */
      title: string;
      /** Url */
      url?: string | null;
      /** Uses */
      uses: number;
    };
    /**
     * WireKept
     * @description A stored answer: it begins `start` code points into its quote, and the quote begins `quote_start` code points into
     *     any block of the page with this hash.
     */
    WireKept: {
      /** Block */
      block: string;
      /** Confidence */
      confidence: number;
      /** File Change */
      file_change?: ("changed" | "gone" | "unreadable") | null;
      /** Quote */
      quote: string;
      /** Quote Start */
      quote_start: number;
      /** Start */
      start: number;
      /** Text */
      text: string;
    };
    /**
     * WireExchange
     * @description A question as understood and as `typed`, with its answers; none for a refusal. Markdown holds what is `perhaps`
     *     an answer too, and the `nearest` passages of a question that has neither.
     */
    WireExchange: {
      /**
       * Answers
       * @default []
       */
      answers?: components["schemas"]["WireQuotedAnswer"][];
      /**
       * Nearest
       * @default []
       */
      nearest?: components["schemas"]["WireNearPassage"][];
      /**
       * Perhaps
       * @default []
       */
      perhaps?: components["schemas"]["WireQuotedAnswer"][];
      /** Question */
      question: string;
      /** Typed */
      typed?: string | null;
    };
    /**
     * WireQuotedAnswer
     * @description An answer with its sentence and place. `quote_start` is the start of the sentence.
     */
    WireQuotedAnswer: {
      /**
       * Confidence
       * @default 0
       */
      confidence?: number;
      /** Date */
      date?: string | null;
      /**
       * Document
       * @default
       */
      document?: string;
      /** End */
      end: number;
      /** Page */
      page?: number | null;
      /** Quote */
      quote: string;
      /** Quote Start */
      quote_start: number;
      /**
       * Section
       * @default []
       */
      section?: string[];
      /** Source */
      source?: string | null;
      /** Start */
      start: number;
      /** Text */
      text: string;
      /**
       * Title
       * @default
       */
      title?: string;
    };
    /**
     * WireNearPassage
     * @description A passage most like a question, which does not answer it.
     */
    WireNearPassage: {
      /**
       * Section
       * @default []
       */
      section?: string[];
      /** Source */
      source?: string | null;
      /** Text */
      text: string;
      /**
       * Title
       * @default
       */
      title?: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
