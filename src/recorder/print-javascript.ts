import { escapeRegExp, type Form, type Path, type Pattern, type Piece } from "./pattern.ts";

const uid = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** What a part of a form looks like, as a regular expression. */
const forms: Readonly<Record<Form, string>> = {
  uid,
  time: String.raw`\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-][\d:]+)`,
  revision: String.raw`\d+`,
  name: "[a-z0-9.-]+",
  hash: "[a-z0-9-]+",
  address: "[0-9a-f.:]+",
  port: String.raw`\d+`,
  age: "[0-9a-z.]+",
  token: String.raw`[\w.-]+`,
  text: ".*",
};

/** Returns an expression of JavaScript for what is sent. Lines after the first are indented. */
export function sentExpression(pattern: Pattern, indent: string): string {
  switch (pattern.kind) {
    case "scalar":
      return JSON.stringify(pattern.value);
    case "any":
      return "null";
    case "pieces":
      return textExpression(pattern.pieces);
    case "list":
      return listExpression(
        pattern.items.map((item) => sentExpression(item, `${indent}  `)),
        indent,
      );
    case "map":
      return mapExpression(
        pattern.members.map(([name, member]) => [name, sentExpression(member, `${indent}  `)]),
        indent,
      );
  }
}

/** Returns an expression for what Playwright's `toMatchObject` expects. */
export function matcherExpression(pattern: Pattern, indent: string): string {
  switch (pattern.kind) {
    case "scalar":
      return JSON.stringify(pattern.value);
    case "any":
      return pattern.form === "port" ? "expect.any(Number)" : `expect.stringMatching(/^${forms[pattern.form]}$/)`;
    case "pieces":
      return isFixed(pattern.pieces)
        ? textExpression(pattern.pieces)
        : `expect.stringMatching(${regularExpression(pattern.pieces)})`;
    case "list":
      if (pattern.rest === true) return "expect.anything()";
      return listExpression(
        pattern.items.map((item) => matcherExpression(item, `${indent}  `)),
        indent,
      );
    case "map":
      return mapExpression(
        pattern.members.map(([name, member]) => [name, matcherExpression(member, `${indent}  `)]),
        indent,
      );
  }
}

/** Returns the assertions of `node:assert` that a value is as expected, one for each leaf. */
export function assertionsOf(pattern: Pattern, value: string): readonly string[] {
  switch (pattern.kind) {
    case "scalar":
      return [`assert.equal(${value}, ${JSON.stringify(pattern.value)});`];
    case "any":
      return [`assert.match(String(${value}), /^${forms[pattern.form]}$/);`];
    case "pieces":
      return isFixed(pattern.pieces)
        ? [`assert.equal(${value}, ${textExpression(pattern.pieces)});`]
        : [`assert.match(${value}, ${regularExpression(pattern.pieces)});`];
    case "list": {
      const length = pattern.rest === true ? [] : [`assert.equal(${value}.length, ${pattern.items.length});`];
      return [...length, ...pattern.items.flatMap((item, i) => assertionsOf(item, `${value}[${i}]`))];
    }
    case "map":
      if (pattern.members.length === 0) return [`assert.equal(typeof ${value}, "object");`];
      return pattern.members.flatMap(([name, member]) => assertionsOf(member, memberOf(value, name)));
  }
}

/** Returns the expression of a value at a path. */
export const valueAt = (value: string, path: Path): string =>
  path.reduce<string>((at, name) => (typeof name === "number" ? `${at}[${name}]` : memberOf(at, name)), value);

const isName = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name);
const memberOf = (value: string, name: string): string =>
  isName(name) ? `${value}.${name}` : `${value}[${JSON.stringify(name)}]`;

const isFixed = (pieces: readonly Piece[]): boolean => pieces.every(({ kind }) => kind !== "any");

/** Returns an expression for a text with variables. */
export function textExpression(pieces: readonly Piece[]): string {
  const [only] = pieces;
  if (pieces.length === 1 && only?.kind === "variable") return only.name;
  if (pieces.every(({ kind }) => kind === "text"))
    return JSON.stringify(pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join(""));
  const parts = pieces.map((piece) => {
    if (piece.kind === "variable") return `\${${piece.name}}`;
    return piece.kind === "text"
      ? JSON.stringify(piece.text)
          .slice(1, -1)
          .replaceAll('\\"', '"')
          .replace(/`|\$\{/g, String.raw`\$&`)
      : "";
  });
  return `\`${parts.join("")}\``;
}

/** Returns a regular expression for a text with parts that differ. Values of variables are put in. */
export function regularExpression(pieces: readonly Piece[]): string {
  const source = pieces.map((piece) => {
    switch (piece.kind) {
      case "text":
        return escapeRegExp(piece.text).replaceAll("\n", String.raw`\n`);
      case "any":
        return forms[piece.form];
      case "variable":
        return ".+";
    }
  });
  return `/^${source.join("")}$/`;
}

const listExpression = (items: readonly string[], indent: string): string => {
  const line = `[${items.join(", ")}]`;
  if (fits(line)) return line;
  return `[\n${items.map((item) => `${indent}  ${item},\n`).join("")}${indent}]`;
};

function mapExpression(members: readonly (readonly [name: string, value: string])[], indent: string): string {
  const written = members.map(([name, value]) => `${isName(name) ? name : JSON.stringify(name)}: ${value}`);
  const line = `{ ${written.join(", ")} }`;
  if (members.length === 0) return "{}";
  if (fits(line)) return line;
  return `{\n${written.map((member) => `${indent}  ${member},\n`).join("")}${indent}}`;
}

const longest = 90;
const fits = (line: string): boolean => line.length <= longest && !line.includes("\n");
