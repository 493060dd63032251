// Made pages that are heavy or hostile, each with one answer in it, for measuring. Measures nothing.

import { madeParagraphs } from "./made-page.mjs";

/** What the absent question asks is on none of the pages. */
export const ABSENT = "Which medicine cures the fever of the camels?";

const ANSWER =
  "The lighthouse of Skarholm was designed by the engineer Marta Lindqvist and lit in 1849.";

/** Paragraphs of some `words` words together. */
function paragraphs(words) {
  return madeParagraphs(words * 1.3);
}

function page(title, body) {
  return `<!doctype html><meta charset="utf-8"><title>${title}</title><body>${body}`;
}

const sentence = (i) => `Keeper ${i} of ward ${i % 97} wrote the wind into book ${i * 7}.`;
const many = (count, make) => Array.from({ length: count }, (_, i) => make(i)).join("");

/**
 * Some 28,000 words in some 90,000 nodes, half of them elements, as a forum or a shop nests them: rows of a table, items
 * with links of a few words each, paragraphs whose words have elements of their own.
 */
function thicket() {
  const cell = (i, n) => `<td><div><span>${(i * 7 + n) % 97}</span> <i></i></div></td>`;
  const row = (i) =>
    `<tr><th><a href="#w${i}"><b>Ward ${i}</b></a></th>${many(4, (n) => cell(i, n))}</tr>`;
  const item = (i) =>
    `<li><div><div><a href="#b${i}"><span>Book</span> <em>${i}</em></a><span></span></div><small>of the keeper</small></div></li>`;
  const parts = paragraphs(13_300).map((text, i) => {
    const words = text.replace(/\w+/g, (word) => `<span>${word}</span>`);
    const table = `<table><tbody>${many(8, (n) => row(i * 8 + n))}</tbody></table>`;
    return `<section><div><div><p>${words}</p></div>${table}<ul>${many(8, (n) => item(i * 8 + n))}</ul></div></section>`;
  });
  return `<main>${parts.join("")}<p>${ANSWER}</p></main>`;
}

/** By name: a function that makes the page, so that only the measured ones take memory. */
export const HEAVY = {
  small: () => page("Small", `<p>${ANSWER}</p>`),
  "text-node": () => {
    let text = "";
    for (let i = 0; text.length < 5_000_000; i++) text += `${sentence(i)} `;
    return page("One text node", `<p>${text}${ANSWER}</p>`);
  },
  "one-word": () => page("One word", `<p>${"wherein".repeat(143_000)}</p><p>${ANSWER}</p>`),
  log: () =>
    page(
      "A log",
      `<pre>${many(60_000, (i) => `2026-01-01T00:00:00 INFO ${sentence(i)}\n`)}${ANSWER}\n</pre>`,
    ),
  nodes: () =>
    page(
      "Many nodes",
      `<main>${many(50_000, (i) => `<p><b>${i}</b> ward</p>`)}<p>${ANSWER}</p></main>`,
    ),
  thicket: () => page("A thicket", thicket()),
  breaks: () => page("Breaks", `<p>${"a<br>".repeat(200_000)}${ANSWER}</p>`),
  deep: () =>
    page(
      "Deep",
      `<script>
    let at = document.body;
    for (let i = 0; i < 2000; i++) { const below = document.createElement("div"); at.append("w" + i); at.append(below); at = below; }
    at.textContent = ${JSON.stringify(ANSWER)};
  </script>`,
    ),
  shadows: () =>
    page(
      "Shadow roots",
      `<p>${ANSWER}</p><div id="in"></div><script>
    const into = document.getElementById("in");
    for (let i = 0; i < 50000; i++) { const host = document.createElement("span"); host.attachShadow({ mode: "open" }).textContent = "ward " + i + " "; into.append(host); }
  </script>`,
    ),
  frames: () => page("Frames", `<p>${ANSWER}</p>${many(5_000, () => "<iframe></iframe>")}`),
  restless: () =>
    page(
      "Restless",
      `<p>${ANSWER}</p>${many(2000, (i) => `<p>${sentence(i)}</p>`)}<p id="clock"></p><script>
    let n = 0;
    setInterval(() => { for (let i = 0; i < 10; i++) document.getElementById("clock").textContent = "tick " + n++; }, 10);
  </script>`,
    ),
  words: () =>
    page(
      "Many words",
      many(1, () =>
        paragraphs(28_000)
          .map((text) => `<p>${text}</p>`)
          .join("\n"),
      ),
    ),
};
