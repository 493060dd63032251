// The document beside the answers: its reading view or its PDF's pages, with title and actions.

import type { AppServer, ShownDocument } from "@wherein/api-client/app-server.ts";
import { shownSource } from "@wherein/api-client/source.ts";
import { Icon } from "@wherein/ui/icons.tsx";
import type { Trouble } from "@wherein/ui/links.ts";
import { day } from "@wherein/ui/messages/day.ts";
import { FILE_CHANGES, kindWords } from "@wherein/ui/messages/fact-words.ts";
import { t } from "@wherein/ui/messages/messages.ts";
import { TroubleNote } from "@wherein/ui/trouble-note.tsx";
import {
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import type { AskController } from "../asking/ask-controller.ts";
import { type AskState, isTelling, marksOf } from "../asking/ask-state.ts";
import { Correcting } from "../asking/correcting.tsx";
import { CONTENT } from "../asking/focus.ts";
import { withSource } from "../asking/quote.ts";
import type { Viewer } from "../viewer.ts";
import type { PdfView } from "./pdf-view.ts";
import { ReadingView } from "./reading-view.ts";
import { ScrollTicks } from "./scroll-ticks.tsx";

interface Props {
  readonly controller: AskController;
  readonly server: AppServer;
  /** Holds the viewer of the open document, for whoever needs its selection. */
  readonly viewer: RefObject<Viewer | null>;
  readonly gone: boolean;
  /** Whether there is anything in the library that could be shown. */
  readonly isEmpty: boolean;
}

/** The element that holds the document with its title. */
export const DOCUMENT = "document";

interface Ready {
  readonly view: Viewer | null;
  /** What is in sight stays there. */
  readonly stays: boolean;
}

export function DocumentPane({ controller, server, viewer, gone, isEmpty }: Props): ReactElement {
  const state = useSyncExternalStore(controller.store.subscribe, controller.store.snapshot);
  const { opened } = state;
  if (opened.kind === "nothing") {
    return (
      <section className="document" id={DOCUMENT} aria-label={t.document}>
        {!isEmpty && <p className="empty">{t.theDocumentOfAnAnswerIs}</p>}
      </section>
    );
  }
  if (opened.kind === "opening") {
    return (
      <section className="document" id={DOCUMENT} aria-label={t.document} aria-busy="true">
        <p className="empty">{t.openingTheDocument}</p>
      </section>
    );
  }
  if (opened.kind === "trouble") {
    return (
      <section className="document" id={DOCUMENT} aria-label={t.document}>
        <TroubleNote
          trouble={opened.trouble}
          retry={() => void controller.open(opened.document, state.current)}
        />
      </section>
    );
  }
  return (
    <OpenDocument
      key={opened.shown.document}
      shown={opened.shown}
      state={state}
      controller={controller}
      server={server}
      viewer={viewer}
      gone={gone}
      isEmpty={isEmpty}
    />
  );
}

function OpenDocument({
  shown,
  state,
  controller,
  server,
  viewer,
  gone,
}: Props & { readonly shown: ShownDocument; readonly state: AskState }): ReactElement {
  const [asPages, setAsPages] = useState(shown.has_file);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [ready, setReady] = useState<Ready>({ view: null, stays: false });
  const revealed = useRef(-1);
  const [pdf, setPdf] = useState<PdfView | null>(null);
  const [marked, setMarked] = useState(0);
  const container = useRef<HTMLElement>(null);

  useEffect(() => {
    const box = container.current;
    if (!box) return;
    // A scrolling box must be reachable by keyboard.
    box.tabIndex = 0;
    let left = false;
    const leaving = new AbortController();
    let made: Viewer | null = null;
    const isReady = (view: Viewer, stays = false) => {
      made = view;
      viewer.current = view;
      setReady({ view, stays });
    };
    if (asPages) {
      void openPdf(box, shown, server).then(
        (view) => {
          if (left) return view.destroy();
          setPdf(view);
          isReady(view);
        },
        (error: unknown) => {
          if (left) return;
          setTrouble(pdfTrouble(error));
          setAsPages(false);
        },
      );
    } else {
      const plain = new ReadingView(box, shown);
      isReady(plain);
      // The text is there at once; how it looks in its file comes when that was read again.
      void server.looks(shown.document, leaving.signal).then(
        (looks) => {
          if (left || (looks.marks.length === 0 && looks.pictures.length === 0)) return;
          // Whoever has gone on reading is not taken back to the mark.
          const [place, stays] = [plain.placeShown, !plain.isHeld];
          plain.destroy();
          const view = new ReadingView(box, shown, looks);
          view.showAtTop(place);
          isReady(view, stays);
        },
        () => undefined, // an extra: the text is there without
      );
    }
    return () => {
      left = true;
      leaving.abort();
      viewer.current = null;
      setPdf(null);
      made?.destroy();
    };
  }, [asPages, shown, server, viewer]);

  const { current, reveal, spoken } = state;
  useEffect(() => {
    if (spoken) void viewer.current?.reveal(spoken);
  }, [spoken, viewer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `ready` and what marks are made of are the reasons to run again.
  useEffect(() => {
    const view = viewer.current;
    void view?.mark(marksOf(state)).then(() => setMarked((times) => times + 1));
  }, [
    ready,
    viewer,
    state.opened,
    state.asked,
    state.found,
    state.current,
    state.question,
    state.spoken,
  ]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `ready` and `reveal` are the reasons to run again.
  useEffect(() => {
    const isNew = revealed.current !== reveal;
    revealed.current = reveal;
    if (current?.document !== shown.document || (ready.stays && !isNew)) return;
    void viewer.current?.reveal(current);
  }, [ready, reveal, viewer]);

  const top = state.opened.kind === "open" ? state.opened.top : [];
  return (
    <section
      className="document"
      id={DOCUMENT}
      aria-label={t.document}
      onCopy={(event) => {
        const words = document.getSelection()?.toString() ?? "";
        if (words.trim() === "" || !(event.target instanceof Node)) return;
        if (!container.current?.contains(event.target)) return;
        event.preventDefault();
        event.clipboardData.setData(
          "text/plain",
          withSource(words, shown.title, shownSource(shown.source)),
        );
      }}
    >
      <header className="document-head">
        <h2 dir="auto" title={shownSource(shown.source)}>
          {shortened(shown.title)}
        </h2>
        <p className="meta">
          <span>{kindWords(shown.kind)}</span>
          {shown.date && <span>{day(shown.date)}</span>}
          {shown.file_change && <span className="changed">{FILE_CHANGES[shown.file_change]}</span>}
          {shown.pages.length > 0 && <span>{t.countedPages(shown.pages.length)}</span>}
          {shown.credit && <span>{shown.credit}</span>}
        </p>
        <div className="head-actions">
          <button
            type="button"
            className="quiet close"
            aria-label={t.closeTheDocument}
            title={t.closeTheDocument}
            onClick={() => controller.close()}
          >
            <Icon name="close" />
          </button>
          <button
            type="button"
            className="quiet print"
            aria-label={t.print}
            title={t.print}
            onClick={() => window.print()}
          >
            <Icon name="print" /> <span className="print-word">{t.print}</span>
          </button>
          {(pdf || (shown.has_file && !trouble)) && (
            <div className="tools">
              {pdf && <PdfTools pdf={pdf} container={container} />}
              {shown.has_file && !trouble && (
                <button type="button" aria-pressed={!asPages} onClick={() => setAsPages(!asPages)}>
                  {t.text}
                </button>
              )}
            </div>
          )}
        </div>
      </header>
      {gone && <p className="note">{t.thisDocumentIsNoLongerIn}</p>}
      {trouble && (
        <p className="note">
          {trouble.what} {trouble.next}
        </p>
      )}
      {shown.kind === "pdf" && !shown.has_file && <p className="note">{t.theFileOfThisPdfIs}</p>}
      {isTelling(state) && <Correcting state={state} controller={controller} />}
      {top.length > 0 && !state.asked && (
        <div className="top">
          <h3>{top.every(({ suggested }) => suggested) ? t.youCouldAsk : t.askedOfThisDocument}</h3>
          <ul>
            {top.map(({ question }) => (
              <li key={question}>
                <button type="button" dir="auto" onClick={() => controller.askHere(question)}>
                  {question}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="content-frame">
        <article
          ref={container}
          id={CONTENT}
          key={asPages ? "pages" : "text"}
          className={asPages ? "pages" : "reading"}
          // Its own direction, whatever that of the interface.
          dir={asPages ? "ltr" : "auto"}
          aria-label={t.content}
        />
        <ScrollTicks view={ready.view} box={container} marked={marked} />
      </div>
    </section>
  );
}

function PdfTools({
  pdf,
  container,
}: {
  readonly pdf: PdfView;
  readonly container: RefObject<HTMLElement | null>;
}): ReactElement {
  const [page, setPage] = useState(pdf.pageShown);
  useEffect(() => {
    const box = container.current;
    const scrolled = () => setPage(pdf.pageShown);
    box?.addEventListener("scroll", scrolled, { passive: true });
    return () => box?.removeEventListener("scroll", scrolled);
  }, [pdf, container]);
  return (
    <>
      <span className="counter">{t.pageOf(page, pdf.pages)}</span>
      <button
        type="button"
        className="bare"
        aria-label={t.smaller}
        title={t.smaller}
        onClick={() => pdf.zoomBy(-1)}
      >
        −
      </button>
      <button
        type="button"
        className="bare"
        aria-label={t.larger}
        title={t.larger}
        onClick={() => pdf.zoomBy(1)}
      >
        +
      </button>
      <button type="button" onClick={() => pdf.turn()}>
        {t.turn}
      </button>
    </>
  );
}

async function openPdf(
  box: HTMLElement,
  shown: ShownDocument,
  server: AppServer,
): Promise<PdfView> {
  const [bytes, { PdfView }] = await Promise.all([
    server.file(shown.document),
    import("./pdf-view.ts"),
  ]);
  return PdfView.open(box, bytes, shown, (spans) => server.boxes(shown.document, spans));
}

function pdfTrouble(error: unknown): Trouble {
  const what = error instanceof Error ? error.message : String(error);
  return {
    what: t.thePdfItselfCannotBeShown(what.replace(/\.$/, "")),
    next: t.thisIsItsText,
  };
}

function shortened(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}
