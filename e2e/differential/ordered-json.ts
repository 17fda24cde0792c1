/** A JSON value that keeps the order of members, repeated names and the spelling of every scalar. */
export type OrderedJson =
  | { readonly kind: "scalar"; readonly raw: string }
  | { readonly kind: "list"; readonly items: readonly OrderedJson[] }
  | { readonly kind: "object"; readonly members: readonly Member[] };

/** A member of an object; the name is the text between its quotes. */
export interface Member {
  readonly name: string;
  readonly value: OrderedJson;
}

const token = /\s*("(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+)/gy;

/** Parses the JSON values of a text, which follow each other, as in a watch; undefined if it is something else. */
export function parseOrdered(text: string): readonly OrderedJson[] | undefined {
  const tokens: string[] = [];
  token.lastIndex = 0;
  let end = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    tokens.push(match[1] ?? "");
    end = token.lastIndex;
  }
  if (text.slice(end).trim() !== "") return undefined;
  const values: OrderedJson[] = [];
  const cursor = { at: 0 };
  while (cursor.at < tokens.length) {
    const value = parseValue(tokens, cursor);
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

interface Cursor {
  at: number;
}

function parseValue(tokens: readonly string[], cursor: Cursor): OrderedJson | undefined {
  const first = tokens[cursor.at++];
  if (first === "[") return parseList(tokens, cursor);
  if (first === "{") return parseObject(tokens, cursor);
  return first === undefined || /^[\]},:]/.test(first) ? undefined : { kind: "scalar", raw: first };
}

function parseList(tokens: readonly string[], cursor: Cursor): OrderedJson | undefined {
  const items: OrderedJson[] = [];
  while (tokens[cursor.at] !== "]") {
    const item = parseValue(tokens, cursor);
    if (item === undefined) return undefined;
    items.push(item);
    if (tokens[cursor.at] === ",") cursor.at++;
  }
  cursor.at++;
  return { kind: "list", items };
}

function parseObject(tokens: readonly string[], cursor: Cursor): OrderedJson | undefined {
  const members: Member[] = [];
  while (tokens[cursor.at] !== "}") {
    const name = tokens[cursor.at++];
    if (name === undefined || tokens[cursor.at++] !== ":") return undefined;
    const value = parseValue(tokens, cursor);
    if (value === undefined) return undefined;
    members.push({ name: name.slice(1, -1), value });
    if (tokens[cursor.at] === ",") cursor.at++;
  }
  cursor.at++;
  return { kind: "object", members };
}

/** Returns the compact text of a value, with every scalar as it was spelled. */
export function printOrdered(value: OrderedJson): string {
  switch (value.kind) {
    case "scalar":
      return value.raw;
    case "list":
      return `[${value.items.map(printOrdered).join(",")}]`;
    case "object":
      return `{${value.members.map((member) => `"${member.name}":${printOrdered(member.value)}`).join(",")}}`;
  }
}

/** Returns the member of that name, undefined if there is none. */
export const memberOf = (value: OrderedJson, name: string): OrderedJson | undefined =>
  value.kind === "object" ? value.members.find((member) => member.name === name)?.value : undefined;

/** Returns the text of a string, undefined for anything else. */
export const textOfScalar = (value: OrderedJson | undefined): string | undefined =>
  value?.kind === "scalar" && value.raw.startsWith('"') ? (JSON.parse(value.raw) as string) : undefined;
