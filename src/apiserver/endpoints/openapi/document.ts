import type { JsonObject } from "../../../apimachinery/json/value.ts";

/** A named part of a document and its JSON. Documents of the same part share the object, which never changes. */
export interface Member {
  readonly name: string;
  readonly text: string;
}

/** What operations are in a document: their paths, the parameters that these share, and the definitions they need. */
export interface WrittenPaths {
  readonly paths: readonly Member[];
  readonly parameters: readonly Member[];
  readonly references: ReadonlySet<string>;
}

/** A whole document in parts, which are sorted by name. */
export interface OpenApiDocument {
  readonly version: 2 | 3;
  readonly paths: readonly Member[];
  readonly schemas: readonly Member[];
  /** Shared parameters, which only version 2 has. */
  readonly parameters: readonly Member[];
}

const info = { title: "Kubernetes", version: "v1.34.0" } as const;
const securityScheme = {
  type: "apiKey",
  description: "Bearer Token authentication",
  name: "authorization",
  in: "header",
} as const;
const securitySchemes = { BearerToken: securityScheme };

/** A document whose parts are left out, as its JSON is laid out. */
export const emptyDocuments = {
  2: {
    swagger: "2.0",
    info,
    paths: {},
    definitions: {},
    parameters: {},
    securityDefinitions: securitySchemes,
    security: [{ BearerToken: [] }],
  },
  3: { openapi: "3.0.0", info, paths: {}, components: { schemas: {}, securitySchemes } },
} as const satisfies Readonly<Record<2 | 3, JsonObject>>;

/** Yields the JSON of a document, a part at a time. */
export function* documentTexts({ version, paths, schemas, parameters }: OpenApiDocument): Generator<string> {
  const parts = version === 2 ? { paths, definitions: schemas, parameters } : { paths, schemas };
  let rest = JSON.stringify(emptyDocuments[version]);
  for (const [name, members] of Object.entries(parts)) {
    const [before = "", after = ""] = rest.split(`"${name}":{}`);
    yield `${before}"${name}":{`;
    for (const [i, member] of members.entries())
      yield `${i === 0 ? "" : ","}${JSON.stringify(member.name)}:${member.text}`;
    rest = `}${after}`;
  }
  yield rest;
}

/** Returns the parts in the order of their names; of those with the same name, the last. */
export const sortedMembers = (members: Iterable<Member>): readonly Member[] =>
  [...new Map([...members].map((member) => [member.name, member])).values()].sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : 0,
  );
