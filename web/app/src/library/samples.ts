// The sample documents, as files that can be added like any other. Loaded when they are wanted.

import bread from "../../../../src/wherein/samples/bread.txt?raw";
import findInPage from "../../../../src/wherein/samples/find-in-page.md?raw";
import lighthouses from "../../../../src/wherein/samples/lighthouses.html?raw";
import observatory from "../../../../src/wherein/samples/observatory.docx?url";
import tides from "../../../../src/wherein/samples/tides.pdf?url";

const TEXTS = {
  "bread.txt": bread,
  "find-in-page.md": findInPage,
  "lighthouses.html": lighthouses,
};
const BINARY = { "observatory.docx": observatory, "tides.pdf": tides };

export async function samples(): Promise<File[]> {
  const texts = Object.entries(TEXTS).map(([name, text]) => new File([text], name));
  const others = Object.entries(BINARY).map(async ([name, address]) => {
    const response = await fetch(address);
    return new File([await response.blob()], name);
  });
  return [...texts, ...(await Promise.all(others))];
}
