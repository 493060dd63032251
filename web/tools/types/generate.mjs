// Writes web/api-client/src/api-types.ts (types, by openapi-typescript) and api-schemas.ts (what parses a
// reply, for valibot) from contracts/openapi.json. Stands apart with a lock of its own: openapi-typescript
// needs TypeScript 5. `npm ci && npm run generate` in this folder, after `make openapi`.

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import openapiTypescript, { astToString } from "openapi-typescript";

const RESPONSES = [
  "AboutResponse",
  "AddingResponse",
  "AskResponse",
  "AuditResponse",
  "BasesResponse",
  "BoxesResponse",
  "CodeResponse",
  "CompleteResponse",
  "DocumentResponse",
  "DocumentsResponse",
  "ErrorResponse",
  "EstimateResponse",
  "FeedbackResponse",
  "HealthResponse",
  "ForgottenResponse",
  "LinkResponse",
  "LooksResponse",
  "RemoveResponse",
  "SearchResponse",
  "MarkedResponse",
  "MeResponse",
  "NewTokenResponse",
  "PeopleResponse",
  "SharesResponse",
  "SimilarResponse",
  "StateResponse",
  "TableResponse",
  "TitlesResponse",
  "TokensResponse",
  "TopResponse",
  "UnderstandResponse",
  "WatchedResponse",
  "WireJob",
  "WriteResponse",
];

/** What the clients send, and the replies that a test compares with what parses them. */
const TYPES = [
  "AskRequest",
  "AskResponse",
  "FeedbackRequest",
  "SettingsRequest",
  "WireAsked",
  "WireBlock",
  "WireExchange",
  "WireTurn",
];

const root = new URL("../../../", import.meta.url);
const file = readFileSync(new URL("contracts/openapi.json", root));
const schema = JSON.parse(file);
const header = `// Made by web/tools/types/generate.mjs of contracts/openapi.json, whose SHA-256 is
// ${createHash("sha256").update(file).digest("hex")}.
`;

function write(name, text) {
  writeFileSync(new URL(`web/api-client/src/${name}`, root), `${header}\n${text}`);
}

const NAMED = /^#\/components\/schemas\/(\w+)$/;

/** A component's own definition, those that it names before it. */
function* definitions(name, seen) {
  if (seen.has(name)) return;
  seen.add(name);
  const { properties, required = [], ...rest } = schema.components.schemas[name];
  if (!properties) {
    yield `export const ${name} = ${parser(rest)};\n`;
    return;
  }
  for (const [, other] of JSON.stringify(properties).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    yield* definitions(other, seen);
  }
  const fields = Object.entries(properties).map(
    ([key, value]) => `  ${key}: ${required.includes(key) ? parser(value) : optional(value)},\n`,
  );
  yield `export const ${name} = v.object({\n${fields.join("")}});\n`;
}

function parser(value) {
  if (value.$ref) return NAMED.exec(value.$ref)[1];
  if (value.const !== undefined) return `v.literal(${JSON.stringify(value.const)})`;
  if (value.enum) return `v.picklist(${JSON.stringify(value.enum)})`;
  if (value.anyOf) {
    const [some, none, ...more] = value.anyOf;
    if (none?.type !== "null" || more.length > 0)
      throw new Error(`anyOf: ${JSON.stringify(value)}`);
    return `v.nullable(${parser(some)})`;
  }
  switch (value.type) {
    case "string":
      return "v.string()";
    case "boolean":
      return "v.boolean()";
    case "integer":
    case "number":
      return "v.number()";
    case "array":
      return `v.array(${parser(value.items)})`;
    default:
      throw new Error(`No parser for ${JSON.stringify(value)}`);
  }
}

/** A field that a reply may leave out, as it leaves out what is empty. */
function optional(value) {
  if (value.default !== undefined) {
    return `v.optional(${parser(value)}, ${JSON.stringify(value.default)})`;
  }
  return `v.exactOptional(${parser(value)})`;
}

/** The schema with these components and those that they name, and without paths. */
function only(names) {
  const components = {};
  const add = (name) => {
    if (name in components) return;
    components[name] = schema.components.schemas[name];
    for (const [, other] of JSON.stringify(components[name]).matchAll(
      /"#\/components\/schemas\/(\w+)"/g,
    )) {
      add(other);
    }
  };
  names.forEach(add);
  return { ...schema, paths: {}, components: { schemas: components } };
}

const types = await openapiTypescript(only(TYPES), { defaultNonNullable: false });
write("api-types.ts", astToString(types));
const seen = new Set();
const parsers = RESPONSES.flatMap((name) => [...definitions(name, seen)]);
write("api-schemas.ts", `import * as v from "valibot";\n\n${parsers.join("\n")}`);
