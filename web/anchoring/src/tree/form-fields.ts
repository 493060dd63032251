// Reads the text of a form field: the typed or chosen value. Secrets are never read.

const TYPES = new Set([
  "text",
  "search",
  "email",
  "url",
  "tel",
  "number",
  "date",
  "time",
  "month",
  "week",
  "datetime-local",
]);
// Autofill names of the HTML Standard, section 4.10.18.7: passwords, one-time codes, cards.
const SECRET_AUTOFILL =
  /(?:^|\s)(?:current-password|new-password|one-time-code|cc-[a-z-]+)(?:\s|$)/i;
// A password that is shown has another type; its name stays.
const SECRET_NAME =
  /passw|passphrase|passcode|pwd|secret|token|otp\b|\bpin\b|cvv|cvc|csc\b|card.?num|iban|\bssn\b/i;

/** The lines of what `field` shows; none where it is empty, hidden or secret, or not a field that is read. */
export function shownLines(field: Element): readonly string[] {
  const text = shownText(field);
  return text.trim() === "" ? [] : text.split(/\r\n?|\n/);
}

function shownText(field: Element): string {
  switch (field.localName) {
    case "textarea":
      return isSecret(field) ? "" : (field as HTMLTextAreaElement).value;
    case "input": {
      const { type, value } = field as HTMLInputElement;
      return TYPES.has(type) && !isSecret(field) ? value : "";
    }
    case "select":
      return Array.from((field as HTMLSelectElement).selectedOptions, ({ label }) => label).join(
        "\n",
      );
    default:
      return "";
  }
}

function isSecret(field: Element): boolean {
  if (SECRET_AUTOFILL.test(field.getAttribute("autocomplete") ?? "")) return true;
  return ["name", "id", "aria-label", "placeholder"].some((name) =>
    SECRET_NAME.test(field.getAttribute(name) ?? ""),
  );
}
