// The web app's client as a program: asks a running server the questions that come on standard input, one JSON
// object a line ({question, document?}), and prints each result as a line. `node ask-as-app.mjs ADDRESS TOKEN`.

import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const [address, token] = process.argv.slice(2);
const vite = await createServer({
  root: fileURLToPath(new URL("..", import.meta.url)),
  configFile: false,
  logLevel: "error",
  server: { middlewareMode: true, watch: null, ws: false },
  optimizeDeps: { noDiscovery: true },
});
try {
  const { AppServer } = await vite.ssrLoadModule("/api-client/src/app-server.ts");
  // A browser sends the cookie of its sign-in; here the token stands for it.
  const server = new AppServer("measuring-doors", (path, sent) =>
    fetch(new URL(path, address), {
      ...sent,
      headers: { ...sent.headers, Authorization: `Bearer ${token}` },
    }),
  );
  for await (const line of createInterface({ input: process.stdin })) {
    const asked = JSON.parse(line);
    const found = await server.ask(
      { ...asked, memory: "off" },
      () => undefined,
      new AbortController().signal,
    );
    console.log(JSON.stringify(found));
  }
} finally {
  await vite.close();
}
