// Made by web/tools/types/generate.mjs of contracts/openapi.json, whose SHA-256 is
// f89fc4c08006023ded60016cdd2550edaf8ecf260b3e8ae6c132381221377e0c.

export interface paths {
  "/v1/about": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * About
     * @description Versions, the places of stored data, and the settings.
     */
    get: operations["about"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/adding": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Adding
     * @description The files and addresses received since the server started, or only those that changed after `since`, the
     *     `change` of an earlier reply.
     */
    get: operations["adding"];
    put?: never;
    post?: never;
    /**
     * Cancel
     * @description Cancel the waiting jobs; with `done`, instead remove finished jobs from the list.
     */
    delete: operations["cancelAdding"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/ask": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask
     * @description Ask a document, a text or the library.
     *
     *     With `Accept: text/event-stream`, `found` events come as answers are found, then one
     *     `result` event with the object that is otherwise the response, or one `error` event.
     *     Closing the connection stops the work.
     */
    post: operations["ask"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/bases": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Listed
     * @description The knowledge bases, the damage of some, and the running build.
     */
    get: operations["bases"];
    put?: never;
    /**
     * Make
     * @description Build a base of a source (a path of this machine, `sample` or `vital`); without a source, rebuild it from its
     *     own. An existing base of that name answers until the new one is complete.
     */
    post: operations["makeBase"];
    /**
     * Remove
     * @description Remove a base, or stop its running build; what was read is kept.
     */
    delete: operations["removeBase"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/bases/estimate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Estimate
     * @description The estimated cost of a base of a source; reads and fetches nothing.
     */
    get: operations["estimateBase"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/bases/titles": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Titles
     * @description Titles of a base in order: those with the prefix `begins` that come after the title `after`.
     */
    get: operations["baseTitles"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/chat/completions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Chat
     * @description Ask the last user message, completed by the turns before it, with citations as `url_citation` annotations.
     *
     *     With `stream`, server-sent events of `chat.completion.chunk`. `Wherein-Form: open-webui` sends
     *     each citation as the event that Open WebUI shows with its quote.
     */
    post: operations["chat"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/complete": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Complete
     * @description Completions of a half-typed question about a kept document, and spelling corrections.
     */
    get: operations["complete"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/documents": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Documents
     * @description The library's documents, oldest first.
     */
    get: operations["documents"];
    put?: never;
    /**
     * Add
     * @description Add files and folders of this machine that are below the folders in the settings, and addresses where
     *     the settings allow it. Closing the connection stops after the current file; added documents stay.
     */
    post: operations["addDocuments"];
    /**
     * Remove
     * @description Remove a document by its id; the file itself stays.
     */
    delete: operations["removeDocument"];
    options?: never;
    head?: never;
    /**
     * Change
     * @description Set a document's title or tags, which it keeps when it is read again.
     */
    patch: operations["changeDocument"];
    trace?: never;
  };
  "/v1/documents/boxes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Boxes
     * @description One rectangle for each line of each span ("12-40,50-61"); none for a document without places
     *     on pages.
     */
    get: operations["documentBoxes"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/documents/file": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * File
     * @description The PDF of a stored document, if its file exists and is unchanged.
     */
    get: operations["documentFile"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/documents/looks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Shown Looks
     * @description The look of a stored document's words in its file, and the places of its pictures.
     */
    get: operations["documentLooks"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/documents/picture": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Picture
     * @description A picture of a stored document, by its index in the reply of `/v1/documents/looks`.
     */
    get: operations["documentPicture"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/documents/text": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Text
     * @description A stored document or an article: its canonical text, blocks and pages.
     */
    get: operations["documentText"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/embeddings": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Embeddings
     * @description Unit vectors of texts, by the encoder that `model` names. Closing the connection stops the work.
     */
    post: operations["embeddings"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/export": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Export
     * @description Export questions with their answers as Markdown or CSV, each answer in its sentence with its place; or the
     *     answering documents as BibTeX or CSL JSON.
     */
    post: operations["export"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/feedback": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Feedback
     * @description Store a person's verdict. A place judged wrong is no answer to the question any more, for anybody.
     */
    post: operations["feedback"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/health": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Health
     * @description Whether the server runs, and its version. The only path without a token.
     */
    get: operations["health"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/memory/mine": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Mine
     * @description Everything stored about the asker, as lines of JSON (`wherein memory import` reads them).
     */
    get: operations["exportMine"];
    put?: never;
    post?: never;
    /**
     * Forget
     * @description Delete the asker's questions and verdicts; questions that others asked too stay for them.
     */
    delete: operations["forgetMine"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/models": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Models
     * @description The library, its folders and the knowledge bases as models. `wherein/NAME` asks one document.
     */
    get: operations["models"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/models/{model}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Model
     * @description One model by its name.
     */
    get: operations["model"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/pages": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Page
     * @description Fetch and add one web address; addresses inside this network are refused.
     *
     *     The app's own page may always do so, since a person typed the address; a program with the token only where the
     *     settings allow it (`fetch_urls`).
     */
    post: operations["addPage"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/pages/top": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Top
     * @description The most asked questions of a kept document or of a web page, with answers.
     *
     *     `hash` is the beginning of the page's hash (see `page`): the response has the questions of all pages
     *     whose hash begins so, so the caller need not reveal which page is meant. A caller with the page's text
     *     checks whether each answer's block is unchanged. For a kept document without questions, the response
     *     has generated ones with their answers (`suggested`), which are neither stored nor counted.
     */
    get: operations["topQuestions"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/pairing-code": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Code
     * @description The code for the browser extension, which has the token; only within five minutes after signing in.
     */
    post: operations["pairingCode"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/questions/similar": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Similar
     * @description Similar questions that were asked of any page, with answer, title and address.
     *
     *     Those of the page at `url` come last. A caller that does not want to reveal the page omits `url` and
     *     sorts them itself.
     */
    get: operations["similarQuestions"];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/search": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Search
     * @description Passages that match the words; no reader runs.
     */
    post: operations["search"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/settings": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Change
     * @description Change settings in `config.toml`; the server applies them when it starts again.
     *
     *     Only the app may do so: otherwise, a holder of the token could send documents to a remote language model.
     */
    patch: operations["changeSettings"];
    trace?: never;
  };
  "/v1/tables": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Table
     * @description Ask each question of each document.
     *
     *     With `Accept: text/event-stream`, a `row` event comes as each document is done, then one `result` event with the
     *     object that is otherwise the response, or one `error` event. Closing the connection stops the work in both
     *     forms.
     */
    post: operations["table"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/understand": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Understand
     * @description The question as understood after earlier turns, without asking it.
     */
    post: operations["understand"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/uploads": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Upload
     * @description Add one file, whose bytes are the body; `/v1/adding` reports the outcome.
     *
     *     The file is stored below the home folder until its document is removed; an unreadable file is not stored. A file
     *     that still waits when the server ends is added when it starts again.
     */
    post: operations["upload"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/watched": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Listed
     * @description The folders that are followed, how each stands, and which of their files could not be added.
     */
    get: operations["watched"];
    put?: never;
    /**
     * Watch
     * @description Follow a folder of this machine that is below the folders in the settings, now and whenever the server runs.
     *
     *     What it added from the folder changes, moves and goes with it; what a person added is never touched.
     */
    post: operations["watch"];
    /**
     * Unwatch
     * @description Follow a folder no longer; its documents stay in the library.
     */
    delete: operations["unwatch"];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  "/v1/write": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Write
     * @description An answer that the language model of the settings writes from these places, each sentence with the numbers of
     *     those that it cites, from 1.
     *
     *     A sentence is `supported` where one of them has its words, names and numbers; that compares words, not meaning.
     *     Without a model in the settings the request is refused. 502: the model can't be reached, or says nothing that
     *     can be read.
     */
    post: operations["write"];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * AboutResponse
     * @description The server's version, its stored data with their places, and its settings.
     *
     *     `larger_reader` is true where the larger reader is installed; `larger_reader_bytes` is its size. `restart` is true
     *     where the settings were changed after the server started, so that a restart is needed. `writer` is the language
     *     model of the running server, `writer_url` its address where it is on another machine.
     */
    AboutResponse: {
      /** Bytes Kept */
      bytes_kept: number;
      caution: components["schemas"]["Caution"];
      /** Config */
      config: string;
      /** Documents */
      documents: number;
      /** Fetch Urls */
      fetch_urls: boolean;
      /** Home */
      home: string;
      /** Language Model */
      language_model?: string | null;
      /** Language Model Url */
      language_model_url?: string | null;
      /** Larger Reader */
      larger_reader: boolean;
      /** Larger Reader Bytes */
      larger_reader_bytes: number;
      /** Memory */
      memory: boolean;
      /** Memory Days */
      memory_days: number;
      /** Memory Sites */
      memory_sites: string[];
      /** Reader */
      reader: string;
      /** Restart */
      restart: boolean;
      /** Version */
      version: string;
      /** Words */
      words: number;
      /** Writer */
      writer?: string | null;
      /** Writer Url */
      writer_url?: string | null;
    };
    /**
     * AddPageRequest
     * @description A web address to fetch and add, typed by a person.
     */
    AddPageRequest: {
      /** Url */
      url: string;
    };
    /**
     * AddRequest
     * @description Files and folders of this machine, and addresses where the settings allow them.
     */
    AddRequest: {
      /**
       * Prune
       * @default false
       */
      prune?: boolean;
      /** Sources */
      sources: string[];
    };
    /** AddResponse */
    AddResponse: {
      /** Added */
      added: components["schemas"]["WireDocument"][];
      /** Failed */
      failed: components["schemas"]["WireFailure"][];
      /** Milliseconds */
      milliseconds: number;
      /** Removed */
      removed: string[];
      /** Unchanged */
      unchanged: string[];
    };
    /**
     * AddingResponse
     * @description `change` grows with every change of a job; a request with it as `since` gets only the jobs that changed later.
     *
     *     A reply with another `began` comes from a restarted server, whose numbers begin again.
     */
    AddingResponse: {
      /** Began */
      began: number;
      /** Change */
      change: number;
      /** Jobs */
      jobs: components["schemas"]["WireJob"][];
    };
    /** Annotation */
    Annotation: {
      /**
       * Type
       * @default url_citation
       * @constant
       */
      type?: "url_citation";
      url_citation: components["schemas"]["UrlCitation"];
      wherein: components["schemas"]["CitedAnswer"];
    };
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
    /**
     * AskResponse
     * @description `question` is the question as understood; `typed` is the one that was typed, where earlier turns completed it.
     *
     *     `no_question` is true for thanks, a greeting and the like: nothing was searched, and `notes` says what can be asked.
     *     `agreement` is present where more than one document answers: their grouped answers, the largest group first.
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
    };
    /** AssistantMessage */
    AssistantMessage: {
      /**
       * Annotations
       * @default []
       */
      annotations?: components["schemas"]["Annotation"][];
      /** Content */
      content: string;
      /** Refusal */
      refusal?: null;
      /**
       * Role
       * @default assistant
       * @constant
       */
      role?: "assistant";
    };
    /**
     * BaseRequest
     * @description A knowledge base to build of a source; without a source, to rebuild from its own.
     */
    BaseRequest: {
      /** Name */
      name: string;
      /**
       * Source
       * @default
       */
      source?: string;
    };
    /**
     * BasesResponse
     * @description `unfinished` are builds that were interrupted or are running.
     */
    BasesResponse: {
      /** Bases */
      bases: components["schemas"]["WireBase"][];
      building?: components["schemas"]["WireBuilding"] | null;
      /** Damaged */
      damaged: components["schemas"]["DamagedBase"][];
      /** Unfinished */
      unfinished: string[];
    };
    /**
     * BoxesResponse
     * @description For each span a list of page, x0, y0, x1, y1, one for each line, in points from the top left of the unrotated page.
     */
    BoxesResponse: {
      /** Boxes */
      boxes: number[][][];
    };
    /**
     * Caution
     * @description How sure an answer has to be: low shows more right and more wrong answers, high fewer of both.
     * @enum {string}
     */
    Caution: "low" | "normal" | "high";
    /**
     * ChangeRequest
     * @description A document's new title ("" restores its own), and tags that replace its old ones.
     */
    ChangeRequest: {
      /** Tags */
      tags?: string[] | null;
      /** Title */
      title?: string | null;
    };
    /** ChatCompletion */
    ChatCompletion: {
      /** Choices */
      choices: components["schemas"]["Choice"][];
      /** Created */
      created: number;
      /** Id */
      id: string;
      /** Model */
      model: string;
      /**
       * Object
       * @default chat.completion
       * @constant
       */
      object?: "chat.completion";
      usage: components["schemas"]["Usage"];
      wherein: components["schemas"]["Found"];
    };
    /** ChatMessage */
    ChatMessage: {
      /** Content */
      content?: string | components["schemas"]["ContentPart"][] | null;
      /** Role */
      role: string;
    };
    /**
     * ChatRequest
     * @description A conversation whose last user message is the question.
     *
     *     `model` is `wherein` for the library with all knowledge bases, or `wherein/NAME` for one document
     *     by id, path or file name, one article as BASE:TITLE, a folder with documents, or one knowledge base.
     */
    ChatRequest: {
      /** Messages */
      messages: components["schemas"]["ChatMessage"][];
      /**
       * Model
       * @default wherein
       */
      model?: string;
      /** Stream */
      stream?: boolean | null;
      stream_options?: components["schemas"]["StreamOptions"] | null;
    };
    /** Choice */
    Choice: {
      /**
       * Finish Reason
       * @constant
       */
      finish_reason: "stop";
      /** Index */
      index: number;
      /** Logprobs */
      logprobs?: null;
      message: components["schemas"]["AssistantMessage"];
    };
    /**
     * CitedAnswer
     * @description The answer behind a citation; its `start` and `end` are code points of the document's text.
     */
    CitedAnswer: {
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
      /** End */
      end: number;
      /** Evidence */
      evidence?: boolean | null;
      /** File Change */
      file_change?: ("changed" | "gone" | "unreadable") | null;
      /** Found By */
      found_by: string;
      /**
       * Grade
       * @enum {string}
       */
      grade: "answer" | "perhaps";
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
      /** Text */
      text: string;
      /** Title */
      title: string;
      /** Written */
      written?: string | null;
    };
    /**
     * CodeResponse
     * @description The code that pairs the browser extension with this server.
     */
    CodeResponse: {
      /** Code */
      code: string;
    };
    /** CompleteResponse */
    CompleteResponse: {
      /** Completions */
      completions: components["schemas"]["WireCompletion"][];
      /** Did You Mean */
      did_you_mean: string[];
    };
    /**
     * ContentPart
     * @description A part of a message; parts that are not text are ignored.
     */
    ContentPart: {
      /** Text */
      text?: string | null;
      /**
       * Type
       * @default text
       */
      type?: string;
    };
    /** DamagedBase */
    DamagedBase: {
      /** Name */
      name: string;
      /** Reason */
      reason: string;
    };
    /**
     * DocumentResponse
     * @description A document to show: `text` is canonical, and every place counts its code points.
     *
     *     `has_file`: `/v1/documents/file` returns the PDF of which the text was parsed.
     */
    DocumentResponse: {
      /** Blocks */
      blocks: components["schemas"]["WireShownBlock"][];
      /** Credit */
      credit?: string | null;
      /** Date */
      date?: string | null;
      /** Document */
      document: string;
      /** Has File */
      has_file: boolean;
      /** Kind */
      kind: string;
      /** Language */
      language?: string | null;
      /** Licence */
      licence?: string | null;
      /** Pages */
      pages: components["schemas"]["WirePage"][];
      /** Source */
      source: string;
      /** Text */
      text: string;
      /** Title */
      title: string;
    };
    /** DocumentsResponse */
    DocumentsResponse: {
      /** Documents */
      documents: components["schemas"]["WireDocument"][];
    };
    /** Embedding */
    Embedding: {
      /** Embedding */
      embedding: number[] | string;
      /** Index */
      index: number;
      /**
       * Object
       * @default embedding
       * @constant
       */
      object?: "embedding";
    };
    /** EmbeddingUsage */
    EmbeddingUsage: {
      /** Prompt Tokens */
      prompt_tokens: number;
      /** Total Tokens */
      total_tokens: number;
    };
    /** Embeddings */
    Embeddings: {
      /** Data */
      data: components["schemas"]["Embedding"][];
      /** Model */
      model: string;
      /**
       * Object
       * @default list
       * @constant
       */
      object?: "list";
      usage: components["schemas"]["EmbeddingUsage"];
    };
    /**
     * EmbeddingsRequest
     * @description `model` is `static`, `minilm-l6` where it is installed, or `wherein` for the encoder of the settings.
     */
    EmbeddingsRequest: {
      /** Dimensions */
      dimensions?: number | null;
      /** Encoding Format */
      encoding_format?: ("float" | "base64") | null;
      /** Input */
      input: string | string[];
      /**
       * Model
       * @default wherein
       */
      model?: string;
    };
    /** ErrorResponse */
    ErrorResponse: {
      error: components["schemas"]["WireError"];
    };
    /**
     * EstimateResponse
     * @description `bytes` is the size of the source; `fetched` is true where it comes over the network.
     */
    EstimateResponse: {
      /** Articles */
      articles?: number | null;
      /** Bytes */
      bytes: number;
      /** Fetched */
      fetched: boolean;
      /** Seconds */
      seconds: number;
    };
    /**
     * ExportRequest
     * @description Questions with their answers, to be written as a text with sources.
     */
    ExportRequest: {
      /** Exchanges */
      exchanges: components["schemas"]["WireExchange"][];
      /**
       * Form
       * @default markdown
       * @enum {string}
       */
      form?: "markdown" | "csv" | "bibtex" | "csl-json";
      /**
       * Title
       * @default Conversation
       */
      title?: string;
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
     * FeedbackResponse
     * @description `kept` is false where a privacy rule forbids storing it; `reason` names the rule.
     */
    FeedbackResponse: {
      /** Kept */
      kept: boolean;
      /** Reason */
      reason?: string | null;
    };
    /** ForgottenResponse */
    ForgottenResponse: {
      /** Feedback */
      feedback: number;
      /** Questions */
      questions: number;
    };
    /**
     * Found
     * @description The fields that OpenAI's form lacks. `understood` is a follow-up question as completed from the earlier turns;
     *     `own_prompt` names the task of a chat program's own prompt.
     */
    Found: {
      /** Answered */
      answered: boolean;
      /**
       * Answers
       * @default []
       */
      answers?: components["schemas"]["CitedAnswer"][];
      /** Meant */
      meant?: string | null;
      /**
       * Notes
       * @default []
       */
      notes?: string[];
      /** Own Prompt */
      own_prompt?: string | null;
      /**
       * Perhaps
       * @default []
       */
      perhaps?: components["schemas"]["CitedAnswer"][];
      /** Understood */
      understood?: string | null;
    };
    /** HealthResponse */
    HealthResponse: {
      /**
       * Status
       * @constant
       */
      status: "ok";
      /** Version */
      version: string;
    };
    /**
     * LooksResponse
     * @description The looks and pictures of a document's file; places are code points of its text.
     */
    LooksResponse: {
      /** Marks */
      marks: components["schemas"]["WireLook"][];
      /** Pictures */
      pictures: components["schemas"]["WirePicture"][];
    };
    /** Model */
    Model: {
      /** Created */
      created: number;
      /** Id */
      id: string;
      /**
       * Object
       * @default model
       * @constant
       */
      object?: "model";
      /** Owned By */
      owned_by: string;
    };
    /** ModelList */
    ModelList: {
      /** Data */
      data: components["schemas"]["Model"][];
      /**
       * Object
       * @default list
       * @constant
       */
      object?: "list";
    };
    /** RemoveResponse */
    RemoveResponse: {
      removed: components["schemas"]["WireDocument"];
    };
    /** SearchRequest */
    SearchRequest: {
      /** Document */
      document?: string | null;
      /**
       * Limit
       * @default 10
       */
      limit?: number;
      /** Query */
      query: string;
      /** Since */
      since?: string | null;
      /** Until */
      until?: string | null;
      /**
       * Within
       * @default []
       */
      within?: string[];
    };
    /** SearchResponse */
    SearchResponse: {
      /** Hits */
      hits: components["schemas"]["WireHit"][];
      /**
       * Notes
       * @default []
       */
      notes?: string[];
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
    /** SimilarResponse */
    SimilarResponse: {
      /** Questions */
      questions: components["schemas"]["WireSimilar"][];
    };
    /** StreamOptions */
    StreamOptions: {
      /** Include Usage */
      include_usage?: boolean | null;
    };
    /**
     * TableRequest
     * @description Asks each question of each document that `each` names: a document, folder or tag ("tag:NAME") of the library, or
     *     a knowledge base; without `each`, of every document of the library. Duplicates are asked once.
     */
    TableRequest: {
      caution?: components["schemas"]["Caution"] | null;
      /**
       * Each
       * @default []
       */
      each?: string[];
      /**
       * Memory
       * @default on
       * @enum {string}
       */
      memory?: "on" | "off";
      /** Questions */
      questions: string[];
    };
    /**
     * TableResponse
     * @description The table. `agreement` has the grouped answers of the documents to each question, the largest group first.
     */
    TableResponse: {
      /** Agreement */
      agreement: components["schemas"]["WireColumnAnswer"][][];
      /** Questions */
      questions: string[];
      /** Rows */
      rows: components["schemas"]["WireRow"][];
    };
    /** TitlesResponse */
    TitlesResponse: {
      /** Titles */
      titles: string[];
    };
    /** TopResponse */
    TopResponse: {
      /** Questions */
      questions: components["schemas"]["WireAsked"][];
    };
    /**
     * UnderstandRequest
     * @description A question and the turns before it, as in `AskRequest`.
     */
    UnderstandRequest: {
      /** Question */
      question: string;
      /**
       * Turns
       * @default []
       */
      turns?: components["schemas"]["WireTurn"][];
    };
    /**
     * UnderstandResponse
     * @description `added` are the lower-cased words taken from the turns; empty where the question is unchanged. `unclear` is a
     *     "he" or "she" for which the turns have no person, or "the other one"; empty otherwise. `no_question` is true for
     *     thanks, a greeting and the like, which are not searched for.
     */
    UnderstandResponse: {
      /** Added */
      added: string[];
      /**
       * No Question
       * @default false
       */
      no_question?: boolean;
      /** Typed */
      typed: string;
      /**
       * Unclear
       * @default
       */
      unclear?: string;
      /** Understood */
      understood: string;
    };
    /**
     * UrlCitation
     * @description `start_index` and `end_index` are code points of the message's content.
     */
    UrlCitation: {
      /** End Index */
      end_index: number;
      /** Start Index */
      start_index: number;
      /** Title */
      title: string;
      /** Url */
      url: string;
    };
    /** Usage */
    Usage: {
      /** Completion Tokens */
      completion_tokens: number;
      /** Prompt Tokens */
      prompt_tokens: number;
      /** Total Tokens */
      total_tokens: number;
    };
    /**
     * WatchRequest
     * @description The whole path of a folder to follow.
     */
    WatchRequest: {
      /** Folder */
      folder: string;
    };
    /** WatchedResponse */
    WatchedResponse: {
      /** Folders */
      folders: components["schemas"]["WireWatched"][];
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
      /** Text */
      text: string;
      /** Title */
      title: string;
      /** Written */
      written?: string | null;
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
     * WireBase
     * @description A knowledge base. One that is not `searchable` has only names.
     */
    WireBase: {
      /** Articles */
      articles: number;
      /** Built */
      built: string;
      /** Bytes */
      bytes: number;
      /** Name */
      name: string;
      /** Searchable */
      searchable: boolean;
      /** Sources */
      sources: string[];
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
     * WireBuilding
     * @description The running or last build of a base.
     */
    WireBuilding: {
      /** Doing */
      doing: string;
      /** Done */
      done: number;
      /** Name */
      name: string;
      /** Of */
      of?: number | null;
      /** Reason */
      reason?: string | null;
      /**
       * State
       * @enum {string}
       */
      state: "building" | "done" | "failed" | "cancelled";
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
    /**
     * WireCell
     * @description The best answer to a question in one document; without an answer where it was refused or failed.
     */
    WireCell: {
      /**
       * Answer
       * @default
       */
      answer?: string;
      /** Confidence */
      confidence?: number | null;
      /** Date */
      date?: string | null;
      /** End */
      end?: number | null;
      /** Page */
      page?: number | null;
      /**
       * Quote
       * @default
       */
      quote?: string;
      /** Start */
      start?: number | null;
      /**
       * Status
       * @enum {string}
       */
      status: "answered" | "perhaps" | "refused" | "failed";
    };
    /**
     * WireColumnAnswer
     * @description Documents that answer a question alike, by their places among the rows.
     */
    WireColumnAnswer: {
      /** Newest */
      newest: boolean;
      /** Rows */
      rows: number[];
      /** Text */
      text: string;
    };
    /** WireCompletion */
    WireCompletion: {
      /** Source */
      source: string;
      /** Text */
      text: string;
    };
    /** WireDocument */
    WireDocument: {
      /** Added */
      added: string;
      /** Date */
      date?: string | null;
      /** Document */
      document: string;
      /** Kind */
      kind: string;
      /**
       * Outdated
       * @default false
       */
      outdated?: boolean;
      /** Source */
      source: string;
      /**
       * Tags
       * @default []
       */
      tags?: string[];
      /** Title */
      title: string;
      /** Words */
      words: number;
    };
    /**
     * WireError
     * @description `message` and `type` are present on the paths of OpenAI's form, for its clients.
     */
    WireError: {
      /** Code */
      code: string;
      /** Message */
      message?: string | null;
      /** Next Step */
      next_step: string;
      /** Type */
      type?: string | null;
      /** What */
      what: string;
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
    /** WireFailure */
    WireFailure: {
      /** Reason */
      reason: string;
      /** Source */
      source: string;
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
     * WireJob
     * @description A file or address that is being added. `reason` says why it failed or is unchanged.
     */
    WireJob: {
      /** Name */
      name: string;
      /** Number */
      number: number;
      /** Reason */
      reason?: string | null;
      /**
       * State
       * @enum {string}
       */
      state: "waiting" | "reading" | "added" | "unchanged" | "failed" | "cancelled";
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
     * WireLook
     * @description The look of some words; `target` is the address of a link, or the label of a list item ("3.").
     */
    WireLook: {
      /** End */
      end: number;
      /**
       * Kind
       * @enum {string}
       */
      kind: "strong" | "emphasis" | "code" | "link" | "item";
      /** Start */
      start: number;
      /** Target */
      target?: string | null;
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
    /** WirePage */
    WirePage: {
      /** End */
      end: number;
      /** Number */
      number: number;
      /** Start */
      start: number;
    };
    /**
     * WirePicture
     * @description A picture that is shown after the place `at`.
     */
    WirePicture: {
      /** Alt */
      alt: string;
      /** At */
      at: number;
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
    /**
     * WireRow
     * @description A document with a cell for each question; `reason` says why it could not be read, `file_change` what became of its
     *     file since the copy was kept that was asked.
     */
    WireRow: {
      /** Cells */
      cells: components["schemas"]["WireCell"][];
      /** Document */
      document: string;
      /** File Change */
      file_change?: ("changed" | "gone" | "unreadable") | null;
      /** Reason */
      reason?: string | null;
      /** Source */
      source: string;
      /** Title */
      title: string;
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
    /** WireShownBlock */
    WireShownBlock: {
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
      /** Row */
      row?: string | null;
      /** Start */
      start: number;
    };
    /** WireSimilar */
    WireSimilar: {
      /** Answers */
      answers: components["schemas"]["WireKept"][];
      /** Here */
      here: boolean;
      /** Last Asked */
      last_asked: number | null;
      /** Page */
      page: string | null;
      /** Question */
      question: string;
      /** Similarity */
      similarity: number;
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
     * WireSource
     * @description A place in a document of the library or an article, in code points.
     */
    WireSource: {
      /** Document */
      document: string;
      /** End */
      end: number;
      /** Start */
      start: number;
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
     * WireWatched
     * @description A followed folder. `done` and `of` count the files of a running scan. `failures` counts the files that could not
     *     be added; the first of them are in `failed`. `reason` says why it is missing or in trouble.
     */
    WireWatched: {
      /** Documents */
      documents: number;
      /** Done */
      done: number;
      /** Failed */
      failed: components["schemas"]["WireFailure"][];
      /** Failures */
      failures: number;
      /** Folder */
      folder: string;
      /** Of */
      of: number;
      /** Reason */
      reason?: string | null;
      /**
       * State
       * @enum {string}
       */
      state: "waiting" | "scanning" | "watched" | "missing" | "trouble";
    };
    /**
     * WireWrittenSentence
     * @description A sentence of a language model. `sources` are the numbers, from 1, of the sources that support it; where none does,
     *     of those that it cites.
     */
    WireWrittenSentence: {
      /** Sources */
      sources: number[];
      /** Supported */
      supported: boolean;
      /** Text */
      text: string;
    };
    /**
     * WriteRequest
     * @description A question and the places to answer it from, the likeliest first: the model is shown as many as it has room for.
     */
    WriteRequest: {
      /** Question */
      question: string;
      /** Sources */
      sources: components["schemas"]["WireSource"][];
    };
    /**
     * WriteResponse
     * @description What the model wrote. `unknown` is true where it says that the sources do not answer the question.
     */
    WriteResponse: {
      /** Milliseconds */
      milliseconds: number;
      /** Model */
      model: string;
      /** Sentences */
      sentences: components["schemas"]["WireWrittenSentence"][];
      /** Unknown */
      unknown: boolean;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  about: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AboutResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  adding: {
    parameters: {
      query?: {
        since?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AddingResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  cancelAdding: {
    parameters: {
      query?: {
        done?: boolean;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AddingResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  ask: {
    parameters: {
      query?: never;
      header?: {
        "wherein-asker"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AskRequest"];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AskResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  bases: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BasesResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  makeBase: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["BaseRequest"];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BasesResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  removeBase: {
    parameters: {
      query: {
        name: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BasesResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  estimateBase: {
    parameters: {
      query: {
        source: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["EstimateResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  baseTitles: {
    parameters: {
      query: {
        name: string;
        begins?: string;
        after?: string;
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TitlesResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  chat: {
    parameters: {
      query?: never;
      header?: {
        "wherein-form"?: ("standard" | "open-webui") | null;
        "wherein-asker"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChatRequest"];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ChatCompletion"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  complete: {
    parameters: {
      query: {
        prefix: string;
        document: string;
        limit?: number;
      };
      header?: {
        "wherein-asker"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CompleteResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  documents: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DocumentsResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  addDocuments: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AddRequest"];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AddResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  removeDocument: {
    parameters: {
      query: {
        document: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["RemoveResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  changeDocument: {
    parameters: {
      query: {
        document: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ChangeRequest"];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WireDocument"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  documentBoxes: {
    parameters: {
      query: {
        document: string;
        spans: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["BoxesResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  documentFile: {
    parameters: {
      query: {
        document: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/pdf": unknown;
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  documentLooks: {
    parameters: {
      query: {
        document: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["LooksResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  documentPicture: {
    parameters: {
      query: {
        document: string;
        number: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "image/*": unknown;
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  documentText: {
    parameters: {
      query: {
        document: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["DocumentResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  embeddings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["EmbeddingsRequest"];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Embeddings"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  export: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ExportRequest"];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/vnd.citationstyles.csl+json": Record<string, never>[];
          "application/x-bibtex": string;
          "text/csv": string;
          "text/markdown": string;
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  feedback: {
    parameters: {
      query?: never;
      header?: {
        "wherein-asker"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["FeedbackRequest"];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["FeedbackResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  health: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["HealthResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  exportMine: {
    parameters: {
      query?: never;
      header?: {
        "wherein-asker"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/x-ndjson": string;
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  forgetMine: {
    parameters: {
      query?: never;
      header?: {
        "wherein-asker"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ForgottenResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  models: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ModelList"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  model: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        model: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["Model"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  addPage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AddPageRequest"];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WireJob"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  topQuestions: {
    parameters: {
      query?: {
        document?: string | null;
        url?: string | null;
        hash?: string | null;
        limit?: number;
      };
      header?: {
        "wherein-asker"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TopResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  pairingCode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["CodeResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  similarQuestions: {
    parameters: {
      query: {
        q: string;
        url?: string | null;
        limit?: number;
      };
      header?: {
        "wherein-asker"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SimilarResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  search: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SearchRequest"];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["SearchResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  changeSettings: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SettingsRequest"];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["AboutResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  table: {
    parameters: {
      query?: never;
      header?: {
        "wherein-asker"?: string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TableRequest"];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["TableResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  understand: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["UnderstandRequest"];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["UnderstandResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  upload: {
    parameters: {
      query: {
        name: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/octet-stream": string;
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WireJob"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  watched: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WatchedResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  watch: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WatchRequest"];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WatchedResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  unwatch: {
    parameters: {
      query: {
        folder: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WatchedResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
  write: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["WriteRequest"];
      };
    };
    responses: {
      /** @description Successful Response */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["WriteResponse"];
        };
      };
      /** @description Bad Request */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unauthorized */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Forbidden */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Not Found */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Request Entity Too Large */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Unprocessable Entity */
      422: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Too Many Requests */
      429: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Internal Server Error */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Bad Gateway */
      502: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
      /** @description Service Unavailable */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": components["schemas"]["ErrorResponse"];
        };
      };
    };
  };
}
