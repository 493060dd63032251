// Selects the elements of a page's main text. The twin of Python's `wherein.documents.html.main_text`; the rules are in
// docs/canonical-text.md, the cases in contracts/canonical-text.json. Knows only the tree.

import { atOnce, type Steps } from "../steps.ts";
import {
  elements,
  first,
  HEADINGS,
  isElement,
  isInHeading,
  type PageElement,
  type PageNode,
  type PageText,
  textBelow,
} from "../tree/page-tree.ts";
import {
  BYLINE,
  isDecoration,
  MAYBE,
  NEVER,
  namesOf,
  nameWeight,
  ROLES,
  SHARE,
  sizeOf,
  TAG_SCORES,
  type TextSize,
  UNLIKELY,
} from "./main-text-names.ts";
import { holdsData } from "./tables.ts";

const SHORTEST_PARAGRAPH = 25;
const SHORTEST_ARTICLE = 500;
const SMALLEST_SHARE = 0.4;
/** The winner and boxes around it beside which other parts of the article are looked for. */
const MOST_AROUND = 5;
/** The least mean length of the paragraphs of such a part; comments and teasers are shorter. */
const SHORTEST_IN_PARTS = 100;

/** The rules of one attempt; later attempts remove less, when too little text was left. */
interface Strictness {
  readonly unlikely: boolean;
  readonly names: boolean;
  readonly leftovers: boolean;
  readonly asides: boolean;
}

const STRICTEST: Strictness = { unlikely: true, names: true, leftovers: true, asides: true };
const ATTEMPTS: readonly Strictness[] = [
  STRICTEST,
  { unlikely: false, names: true, leftovers: true, asides: true },
  { unlikely: false, names: false, leftovers: true, asides: true },
  { unlikely: false, names: false, leftovers: false, asides: true },
];

// Some pages keep what they are about in an `aside`.
const WITH_ASIDES: Strictness = { ...STRICTEST, names: false, asides: false };

// Some milliseconds.
const ELEMENTS_A_STEP = 512;
const BODY = new Set(["body"]);
const DATA_TABLE = "data table";
// Below these an element is judged otherwise; no class name counts below a sheltering one.
const OF_NOTE = new Set(["table", "code", "pre", "figure"]);
const SHELTERING = ["table", "code", "pre"];
const NOTHING: ReadonlySet<string> = new Set();

const VOTES_WHOLE = new Set(["p", "pre", "td", "h2", "h3", "h4", "h5", "h6"]);
const VOTES_IN_PARTS = new Set("div section article main center body blockquote".split(" "));
const MAY_BE_PARAGRAPH = new Set(["div", "section", "article"]);
const MAY_BE_LEFT_OVER = new Set("div section ul ol table form fieldset".split(" "));

/** Sums over one element's remaining content, including its children's. */
class Measure {
  /** The numbers of characters of text, and of those in links (links within the page count 0.3), lists and headings. */
  chars = 0;
  links = 0;
  lists = 0;
  headings = 0;
  /** The number of characters outside of bare inline elements of a div. */
  prose = 0;
  commas = 0;
  paragraphs = 0;
  images = 0;
  items = 0;
  inputs = 0;
  blocks = 0;
  dataTables = 0;

  add(other: Measure): void {
    this.chars += other.chars;
    this.links += other.links;
    this.lists += other.lists;
    this.headings += other.headings;
    this.prose += other.prose;
    this.commas += other.commas;
    this.paragraphs += other.paragraphs;
    this.images += other.images;
    this.items += other.items;
    this.inputs += other.inputs;
    this.blocks += other.blocks;
    this.dataTables += other.dataTables;
  }

  get linkDensity(): number {
    return this.chars > 0 ? this.links / this.chars : 0;
  }
}

interface Scored {
  readonly element: PageElement;
  readonly score: number;
}

/** The sizes of text nodes, each counted once for all attempts. */
class Sizes {
  readonly #known = new Map<PageText, TextSize>();

  of(text: PageText): TextSize {
    let size = this.#known.get(text);
    if (!size) {
      size = sizeOf(text.data);
      this.#known.set(text, size);
    }
    return size;
  }
}

/** One attempt on the page with one strictness; does not change the tree. */
class Attempt {
  readonly gone = new Set<PageElement>();
  readonly #body: PageElement;
  readonly #strictness: Strictness;
  readonly #sizes: Sizes;
  readonly #measures = new Map<PageElement, Measure>();
  readonly #dataTables = new Set<PageElement>();
  readonly #above = new Map<PageElement, ReadonlySet<string>>();
  readonly #order: PageElement[] = [];

  private constructor(body: PageElement, strictness: Strictness, sizes: Sizes) {
    this.#body = body;
    this.#sizes = sizes;
    this.#strictness = strictness;
  }

  static *on(body: PageElement, strictness: Strictness, sizes: Sizes): Steps<Attempt> {
    const attempt = new Attempt(body, strictness, sizes);
    yield* attempt.#prune();
    const order = attempt.#order;
    for (let i = order.length - 1; i >= 0; i--) {
      if (i % ELEMENTS_A_STEP === 0) yield;
      const element = order[i] as PageElement;
      attempt.#measures.set(element, attempt.#measure(element));
    }
    return attempt;
  }

  /** The characters of the page outside of boilerplate and links. */
  get prose(): number {
    const whole = this.#measureOf(this.#body);
    return whole.chars - whole.links;
  }

  /** The chosen elements, and their number of characters. */
  *result(): Steps<{ readonly roots: readonly PageElement[]; readonly chars: number }> {
    const roots = this.#roots();
    if (this.#strictness.names || this.#strictness.leftovers) yield* this.clean(roots);
    return { roots, chars: roots.reduce((sum, root) => sum + this.#measureOf(root).chars, 0) };
  }

  /** Marks the remaining boilerplate inside `roots` (link lists, share bars, empty boxes) as removed. */
  *clean(roots: readonly PageElement[]): Steps<void> {
    const goneBelow = new Set<PageElement>();
    const kept: PageElement[] = [];
    for (const root of roots.includes(this.#body) ? [this.#body] : roots) {
      for (const element of elements(root)) {
        if (this.gone.has(element) || (element.parent && goneBelow.has(element.parent))) {
          goneBelow.add(element);
        } else kept.push(element);
      }
    }
    for (let i = kept.length - 1; i >= 0; i--) {
      if (i % ELEMENTS_A_STEP === 0) yield;
      const element = kept[i] as PageElement;
      const measure = this.#measure(element);
      this.#measures.set(element, measure);
      if (!roots.includes(element) && this.#isLeftOver(element, measure)) this.gone.add(element);
    }
  }

  // -- what can never be main text ----------------------------------------------------------------

  *#prune(): Steps<void> {
    // Each with the relevant tags of its ancestors.
    const stack: { readonly element: PageElement; readonly above: ReadonlySet<string> }[] = [
      { element: this.#body, above: NOTHING },
    ];
    for (let top = stack.pop(); top; top = stack.pop()) {
      const { element } = top;
      let { above } = top;
      if (element !== this.#body && this.#isOutside(element, above)) {
        this.gone.add(element);
        continue;
      }
      this.#order.push(element);
      if (this.#order.length % ELEMENTS_A_STEP === 0) yield;
      if (above.size > 0) this.#above.set(element, above);
      if (element.tag === "table" && holdsData(element)) {
        this.#dataTables.add(element);
        above = new Set([...above, DATA_TABLE]);
      }
      if (OF_NOTE.has(element.tag)) above = new Set([...above, element.tag]);
      for (let i = element.children.length - 1; i >= 0; i--) {
        const child = element.children[i] as PageNode;
        if (isElement(child)) stack.push({ element: child, above });
      }
    }
  }

  #isOutside(element: PageElement, above: ReadonlySet<string>): boolean {
    if (isDecoration(element)) return true;
    if (element.tag === "button" && isInHeading(element)) return false;
    if (NEVER.has(element.tag) && (this.#strictness.asides || element.tag !== "aside")) return true;
    if (ROLES.has(element.attribute("role").toLowerCase())) return true;
    if (element.attribute("aria-modal") === "true") return true;
    if (!this.#strictness.unlikely || SHELTERING.some((tag) => above.has(tag))) return false;
    if (element.tag === "body" || element.tag === "a" || element.tag === "article") return false;
    const names = namesOf(element);
    return UNLIKELY.test(names) && !MAYBE.test(names);
  }

  // -- how much of what is where -------------------------------------------------------------------

  #measureOf(element: PageElement): Measure {
    return this.#measures.get(element) ?? new Measure();
  }

  #kept(element: PageElement): PageNode[] {
    return element.children.filter((child) => !isElement(child) || !this.gone.has(child));
  }

  #measure(element: PageElement): Measure {
    const total = new Measure();
    const { tag } = element;
    let inline = 0;
    for (const child of this.#kept(element)) {
      if (!isElement(child)) {
        const own = this.#sizes.of(child);
        total.chars += own.chars;
        inline += own.chars;
        total.commas += own.commas;
        continue;
      }
      const below = this.#measureOf(child);
      total.add(below);
      if (child.isBlock) total.blocks++;
      else inline += below.chars;
      if (this.#dataTables.has(child)) total.dataTables++;
    }
    if (tag === "a") {
      total.links = total.chars * (element.attribute("href").startsWith("#") ? 0.3 : 1);
    } else if (tag === "ul" || tag === "ol") total.lists = total.chars;
    else if (HEADINGS.has(tag)) total.headings = total.chars;
    else if (tag === "img") total.images++;
    else if (tag === "li") total.items++;
    else if (tag === "input") total.inputs++;
    if (element.isBlock || tag === "span") total.prose = total.chars;
    if (tag === "p" || (MAY_BE_PARAGRAPH.has(tag) && inline > 0 && total.blocks === 0)) {
      total.paragraphs++;
    }
    return total;
  }

  // -- paragraphs vote -----------------------------------------------------------------------------

  /**
   * A run of at least 25 characters gives 2 votes, 1 more per comma, and 1 per 100 characters up to 3. Its parent gets
   * all votes, the next ancestor half, further ones a sixth or less.
   */
  #scores(): Map<PageElement, number> {
    const sums = new Map<PageElement, number>();
    for (const element of this.#order) {
      for (const { score: vote, element: receiver } of this.#votes(element)) {
        let current: PageElement | null = receiver;
        for (let level = 0; current && level < 5 && current.tag !== "html"; level++) {
          const start =
            sums.get(current) ??
            (TAG_SCORES.get(current.tag) ?? 0) + (this.#strictness.names ? nameWeight(current) : 0);
          const divider = level === 0 ? 1 : level === 1 ? 2 : level * 3;
          sums.set(current, start + vote / divider);
          current = current.parent;
        }
      }
    }
    const scores = new Map<PageElement, number>();
    for (const [element, sum] of sums) {
      const measure = this.#measures.get(element);
      if (measure) scores.set(element, sum * (1 - measure.linkDensity));
    }
    return scores;
  }

  #votes(element: PageElement): Scored[] {
    const { tag, parent } = element;
    if (!element.isBlock || !parent) return [];
    const measure = this.#measureOf(element);
    if (VOTES_WHOLE.has(tag)) return vote(measure.chars, measure.commas, parent);
    if (!VOTES_IN_PARTS.has(tag)) return [];
    if (measure.blocks === 0) return vote(measure.chars, measure.commas, parent);
    const votes: Scored[] = [];
    let chars = 0;
    let commas = 0;
    for (const child of this.#kept(element)) {
      if (!isElement(child)) {
        const own = this.#sizes.of(child);
        chars += own.chars;
        commas += own.commas;
      } else if (!child.isBlock && this.#measureOf(child).blocks === 0) {
        const below = this.#measureOf(child);
        chars += below.chars;
        commas += below.commas;
      } else {
        votes.push(...vote(chars, commas, element));
        chars = 0;
        commas = 0;
      }
    }
    votes.push(...vote(chars, commas, element));
    return votes;
  }

  // -- the winner, its siblings, and leftovers in it -----------------------------------------------

  /** The winner and the siblings that belong to it, in document order. */
  #roots(): PageElement[] {
    const scores = this.#scores();
    const top = this.#winner(scores);
    if (!top?.parent || top === this.#body) return [this.#body];
    const best = scores.get(top) ?? 0;
    const least = Math.max(10, best * 0.2);
    const chosen: PageElement[] = [];
    for (const sibling of this.#kept(top.parent)) {
      if (
        isElement(sibling) &&
        (sibling === top || this.#belongs(sibling, top, scores, best, least))
      ) {
        chosen.push(sibling);
      }
    }
    return this.#withParts(top, chosen);
  }

  /**
   * `chosen` with the other parts of an article that is split into several boxes: prose that stands beside the winner, or
   * beside a box around it, in a box with the same tag and the same class.
   */
  #withParts(top: PageElement, chosen: readonly PageElement[]): PageElement[] {
    for (const inner of [top, ...ancestors(top)].slice(0, MOST_AROUND)) {
      const outer = inner.parent;
      if (inner.tag === "body" || !outer) break;
      const name = inner.attribute("class");
      const among = this.#kept(outer).filter(isElement);
      const isPart = (each: PageElement) =>
        each !== inner &&
        each.tag === inner.tag &&
        name !== "" &&
        each.attribute("class") === name &&
        isProse(this.#measureOf(each));
      if (!among.some((each) => isPart(each) && !chosen.includes(each))) continue;
      return among.flatMap((each) =>
        chosen.includes(each) || isPart(each) ? [each] : each === inner ? chosen : [],
      );
    }
    return [...chosen];
  }

  #belongs(
    sibling: PageElement,
    top: PageElement,
    scores: ReadonlyMap<PageElement, number>,
    best: number,
    least: number,
  ): boolean {
    const own = scores.get(sibling);
    const name = sibling.attribute("class");
    const bonus = name !== "" && name === top.attribute("class") ? best * 0.2 : 0;
    if (own !== undefined && own + bonus >= least) return true;
    if (sibling.tag !== "p") return false;
    const { chars, linkDensity } = this.#measureOf(sibling);
    if (chars > 80) return linkDensity < 0.25;
    return chars > 0 && linkDensity === 0 && /\.(?: |\n?$)/.test(textBelow(sibling));
  }

  /** The element with the main text; null when no paragraph voted. */
  #winner(scores: ReadonlyMap<PageElement, number>): PageElement | null {
    const ranked = [...scores]
      .map(([element, score]) => ({ element, score }))
      .sort((a, b) => b.score - a.score)
      .slice(0, 5);
    const [highest, ...others] = ranked;
    if (!highest) return null;
    const best = highest.score;
    let top = highest.element;
    if (top.tag === "body" || best <= 0) return this.#body;
    // Three near winners under one element: that element holds them all.
    const near = others
      .filter(({ score }) => score >= 0.75 * best)
      .map(({ element }) => new Set(ancestors(element)));
    if (near.length >= 3) {
      const shared = upToBody(top).find(
        (ancestor) => near.filter((above) => above.has(ancestor)).length >= 3,
      );
      top = shared ?? top;
    }
    let last = scores.get(top) ?? best;
    const least = last / 3;
    for (const ancestor of upToBody(top)) {
      const score = scores.get(ancestor);
      if (score === undefined) continue;
      if (score < least) break;
      if (score > last) {
        top = ancestor;
        break;
      }
      last = score;
    }
    while (
      top.parent &&
      top.parent.tag !== "body" &&
      top.parent.tag !== "html" &&
      this.#kept(top.parent).filter(isElement).length === 1
    ) {
      top = top.parent;
    }
    return top;
  }

  #isLeftOver(element: PageElement, measure: Measure): boolean {
    const { tag } = element;
    const names = namesOf(element);
    if (measure.chars < SHORTEST_ARTICLE && SHARE.test(names)) return true;
    if (BYLINE.test(names) && measure.chars > 0 && measure.chars < 100) return true;
    if (!MAY_BE_LEFT_OVER.has(tag) || !this.#strictness.leftovers) return false;
    const above = this.#above.get(element) ?? NOTHING;
    if (this.#dataTables.has(element) || measure.dataTables > 0) return false;
    if (above.has("code") || above.has(DATA_TABLE)) return false;
    const weight = this.#strictness.names ? nameWeight(element) : 0;
    if (weight < 0) return true;
    if (measure.commas >= 10) return false;
    const isList = tag === "ul" || tag === "ol" || measure.lists > 0.9 * measure.chars;
    const inFigure = above.has("figure");
    const density = measure.linkDensity;
    return (
      (!inFigure && measure.images > 1 && measure.paragraphs < 0.5 * measure.images) ||
      (!isList && measure.items - 100 > measure.paragraphs) ||
      measure.inputs > measure.paragraphs / 3 ||
      (!isList &&
        !inFigure &&
        measure.headings < 0.9 * measure.chars &&
        measure.chars < 25 &&
        (measure.images === 0 || measure.images > 2) &&
        density > 0) ||
      (!isList && weight < 25 && density > 0.2) ||
      (weight >= 25 && density > 0.5) ||
      (measure.images === 0 && measure.prose === 0)
    );
  }
}

/**
 * The elements whose own text is main text; none of an empty page.
 * Attempts get less strict until one keeps `SHORTEST_ARTICLE` characters; otherwise the one that kept most counts.
 * Where that is less than `SMALLEST_SHARE` of the page's prose, the page has no single article, and the result is the
 * whole page without its boilerplate.
 */
export function mainElements(html: PageElement): ReadonlySet<PageElement> {
  return atOnce(findMainElements(html));
}

/** `mainElements` in steps. */
export function* findMainElements(html: PageElement): Steps<ReadonlySet<PageElement>> {
  const body = html.tag === "body" ? html : (first(html, BODY) ?? html);
  const sizes = new Sizes();
  let best: { chars: number; attempt: Attempt; roots: readonly PageElement[] } | null = null;
  let prose: number | null = null;
  for (const strictness of [...ATTEMPTS, WITH_ASIDES]) {
    const attempt = yield* Attempt.on(body, strictness, sizes);
    prose ??= attempt.prose;
    const { roots, chars } = yield* attempt.result();
    const counts = strictness.asides || chars >= SHORTEST_ARTICLE;
    if (!best || (counts && chars > best.chars)) best = { chars, attempt, roots };
    if (chars >= SHORTEST_ARTICLE) break;
  }
  if (!best || best.chars < SMALLEST_SHARE * (prose ?? 0)) {
    const attempt = yield* Attempt.on(body, STRICTEST, sizes);
    yield* attempt.clean([body]);
    return keptBelow([body], attempt.gone);
  }
  const { chars, attempt, roots } = best;
  return chars > 0 ? keptBelow(roots, attempt.gone) : new Set();
}

function isProse({ chars, paragraphs, linkDensity }: Measure): boolean {
  return (
    chars >= SHORTEST_ARTICLE &&
    chars >= SHORTEST_IN_PARTS * paragraphs &&
    paragraphs >= 2 &&
    linkDensity < 0.2
  );
}

function vote(chars: number, commas: number, receiver: PageElement): Scored[] {
  if (chars < SHORTEST_PARAGRAPH) return [];
  return [{ element: receiver, score: 2 + commas + Math.min(Math.floor(chars / 100), 3) }];
}

function* ancestors(element: PageElement): Generator<PageElement> {
  for (let above = element.parent; above; above = above.parent) yield above;
}

function upToBody(element: PageElement): PageElement[] {
  const above: PageElement[] = [];
  for (const ancestor of ancestors(element)) {
    if (ancestor.tag === "body") break;
    above.push(ancestor);
  }
  return above;
}

/** `roots` and what is kept below them. */
function keptBelow(
  roots: readonly PageElement[],
  gone: ReadonlySet<PageElement>,
): ReadonlySet<PageElement> {
  const kept = new Set<PageElement>();
  const stack = [...roots];
  for (let element = stack.pop(); element; element = stack.pop()) {
    kept.add(element);
    for (const child of element.children) {
      if (isElement(child) && !gone.has(child)) stack.push(child);
    }
  }
  return kept;
}
