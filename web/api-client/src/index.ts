// The package's exports: a client of the local server, and parsers for values from outside.

export * from "./app-server.ts";
export * from "./conversation.ts";
export { Malformed, parse } from "./parsing.ts";
export * from "./server.ts";
