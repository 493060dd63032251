// A small PDF with the lines a test wants; Helvetica, one text object a page. No library.

export interface PdfLine {
  readonly text: string;
  readonly size?: number;
  readonly x?: number;
  readonly y: number;
}

/** The bytes of a PDF with these pages; a page without lines draws a grey box, as a scan would. */
export function makePdf(
  pages: readonly (readonly PdfLine[])[],
  title: string,
  /** The width and height of a page, by its place from 0. */
  sizeOf: (page: number) => readonly [number, number] = () => [595, 842],
): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const kids = pages.map((_, i) => `${5 + 2 * i} 0 R`).join(" ");
  add("<< /Type /Catalog /Pages 2 0 R >>");
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  add(`<< /Title (${title}) >>`);
  pages.forEach((lines, i) => {
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${sizeOf(i).join(" ")}] /Contents ${6 + 2 * i} 0 R ` +
        "/Resources << /Font << /F1 3 0 R >> >> >>",
    );
    const drawn = lines.map(
      ({ text, size = 11, x = 72, y }) =>
        `BT /F1 ${size} Tf ${x} ${y} Td (${text.replace(/[()\\]/g, "\\$&")}) Tj ET`,
    );
    const stream = drawn.length > 0 ? drawn.join("\n") : "0.8 g 100 100 300 500 re f";
    add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  });
  let file = "%PDF-1.4\n";
  const offsets = objects.map((body, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  file += offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
