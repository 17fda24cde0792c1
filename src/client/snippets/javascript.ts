/**
 * A body as a JavaScript expression: an object where JSON.stringify gives back just that body, otherwise a text. Lines
 * stand under `indent`.
 */
export function bodyExpression(body: string, indent: string): string {
  const value = readExactly(body);
  return value === undefined
    ? textLiteral(body)
    : `JSON.stringify(${JSON.stringify(value, undefined, 2).replaceAll("\n", `\n${indent}`)})`;
}

/**
 * The value of a JSON text from which nothing is lost by reading it: no large numbers, doubled keys or odd spellings.
 */
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

/** JSON without the space between its tokens. */
const withoutSpace = (json: string): string => json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");

/** A text as a literal, over several lines where it has them. */
const textLiteral = (text: string): string =>
  text.includes("\n") ? `\`${text.replace(/\\|`|\$\{/g, "\\$&")}\`` : JSON.stringify(text);

/** Header pairs as an object, or as pairs where a name is repeated. */
export function headersExpression(headers: readonly (readonly [name: string, value: string])[]): string {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  if (names.size < headers.length)
    return `[${headers.map(([name, value]) => `[${JSON.stringify(name)}, ${JSON.stringify(value)}]`).join(", ")}]`;
  return `{ ${headers.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(", ")} }`;
}
