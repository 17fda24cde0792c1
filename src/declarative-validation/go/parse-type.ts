import type { FieldSyntax, TypeExpression } from "./syntax.ts";
import type { TokenStream } from "./token-stream.ts";

const maxDepth = 200;

/** Reads a type. Throws a GoSourceError where there is none. */
export function parseType(tokens: TokenStream, depth = 0): TypeExpression {
  if (depth > maxDepth) throw tokens.unexpected("a type that is nested less deeply");
  const inner = (): TypeExpression => parseType(tokens, depth + 1);
  if (tokens.accept("*")) return { kind: "pointer", elem: inner() };
  if (tokens.accept("(")) {
    const type = inner();
    tokens.expect(")");
    return type;
  }
  if (tokens.accept("[")) return parseListType(tokens, inner);
  if (tokens.accept("<-")) {
    tokens.expect("chan");
    return { kind: "chan", direction: "<-chan ", elem: inner() };
  }
  switch (tokens.peek().kind === "ident" ? tokens.peek().text : "") {
    case "map":
      return parseMapType(tokens, inner);
    case "struct":
      return parseStructType(tokens, depth);
    case "interface":
      tokens.next();
      return { kind: "interface", text: `interface${joined(tokens.skipBrackets())}` };
    case "func":
      tokens.next();
      return { kind: "func", text: `func${tokens.skipBrackets()}${parseResults(tokens, depth)}` };
    case "chan":
      tokens.next();
      return { kind: "chan", direction: tokens.accept("<-") ? "chan<- " : "chan ", elem: inner() };
    default:
      return parseTypeName(tokens);
  }
}

function parseListType(tokens: TokenStream, inner: () => TypeExpression): TypeExpression {
  if (tokens.accept("]")) return { kind: "slice", elem: inner() };
  const length = tokens.next().text;
  tokens.expect("]");
  return { kind: "array", length, elem: inner() };
}

function parseMapType(tokens: TokenStream, inner: () => TypeExpression): TypeExpression {
  tokens.next();
  tokens.expect("[");
  const key = inner();
  tokens.expect("]");
  return { kind: "map", key, elem: inner() };
}

function parseTypeName(tokens: TokenStream): TypeExpression {
  if (!tokens.atIdentifier()) throw tokens.unexpected("type");
  const first = tokens.next();
  if (!tokens.at(".")) return { kind: "name", pkg: undefined, name: first.text, line: first.line };
  tokens.next();
  return { kind: "name", pkg: first.text, name: tokens.identifier().text, line: first.line };
}

/** The results of a function, as text. */
function parseResults(tokens: TokenStream, depth: number): string {
  if (tokens.at("(")) return ` ${tokens.skipBrackets()}`;
  const { kind, text } = tokens.peek();
  if (kind !== "ident" && !["*", "[", "<-"].includes(text)) return "";
  return ` ${writtenType(parseType(tokens, depth + 1))}`;
}

function writtenType(type: TypeExpression): string {
  return type.kind === "name" ? [type.pkg, type.name].filter((part) => part !== undefined).join(".") : type.kind;
}

const joined = (text: string): string => text.replaceAll(/\s+/g, " ").replaceAll("{ ", "{").replaceAll(" }", "}");

function parseStructType(tokens: TokenStream, depth: number): TypeExpression {
  tokens.next();
  tokens.expect("{");
  const fields: FieldSyntax[] = [];
  while (!tokens.accept("}")) {
    fields.push(...parseField(tokens, depth + 1));
    if (!tokens.at("}")) tokens.expect(";");
  }
  return { kind: "struct", fields };
}

function parseField(tokens: TokenStream, depth: number): readonly FieldSyntax[] {
  const { line } = tokens.peek();
  const second = tokens.peek(1).text;
  const embedded =
    tokens.at("*") || second === "." || second === ";" || second === "}" || tokens.peek(1).kind === "string";
  if (embedded) {
    const type = parseType(tokens, depth);
    return [{ name: embeddedName(type), embedded, type, tag: parseTag(tokens), line, ...commentsOf(tokens, line) }];
  }
  const names = [tokens.identifier()];
  while (tokens.accept(",")) names.push(tokens.identifier());
  const type = parseType(tokens, depth);
  const tag = parseTag(tokens);
  return names.map((name) => ({
    name: name.text,
    embedded,
    type,
    tag,
    line: name.line,
    ...commentsOf(tokens, name.line),
  }));
}

const commentsOf = (tokens: TokenStream, line: number): Pick<FieldSyntax, "comments"> => ({
  comments: tokens.comments.before(line),
});

const parseTag = (tokens: TokenStream): string => (tokens.peek().kind === "string" ? tokens.next().text : "");

function embeddedName(type: TypeExpression): string {
  if (type.kind === "pointer") return embeddedName(type.elem);
  return type.kind === "name" ? type.name : "";
}
