/**
 * Returns a body as a JavaScript expression: an object if JSON.stringify reproduces the body exactly, otherwise a
 * string. Lines are indented by `indent`.
 */
export function bodyExpression(body: string, indent: string): string {
  const value = readExactly(body);
  return value === undefined
    ? textLiteral(body)
    : `JSON.stringify(${JSON.stringify(value, undefined, 2).replaceAll("\n", `\n${indent}`)})`;
}

/** Parses a JSON text if nothing is lost by it: no large numbers, duplicate keys or unusual spellings. */
export function readExactly(body: string): object | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const isExact =
      typeof value === "object" &&
      value !== null &&
      JSON.stringify(value) === withoutSpace(body) &&
      !body.includes("__proto__");
    return isExact ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the whitespace between JSON tokens. */
const withoutSpace = (json: string): string => json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");

/** Returns a text as a literal; a template literal if it has several lines. */
const textLiteral = (text: string): string =>
  text.includes("\n") ? `\`${text.replace(/\\|`|\$\{/g, "\\$&")}\`` : JSON.stringify(text);

/** Returns headers as an object, or as pairs if a name is repeated. */
export function headersExpression(headers: readonly (readonly [name: string, value: string])[]): string {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  if (names.size < headers.length)
    return `[${headers.map(([name, value]) => `[${JSON.stringify(name)}, ${JSON.stringify(value)}]`).join(", ")}]`;
  return `{ ${headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(", ")} }`;
}
