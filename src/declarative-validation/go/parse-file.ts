import type { CommentLine } from "./comment-groups.ts";
import { parseType } from "./parse-type.ts";
import type { Token } from "./scanner.ts";
import type { ConstantDeclaration, GoFile, TypeDeclaration, TypeExpression } from "./syntax.ts";
import { TokenStream } from "./token-stream.ts";

/**
 * Reads the package clause, imports, types and constants of a Go file; functions and variables are skipped. Throws a
 * GoSourceError for what is no Go (Go's language specification, Source file organization).
 */
export function parseGoFile(source: string): GoFile {
  const tokens = new TokenStream(source);
  tokens.expect("package");
  const packageName = tokens.identifier().text;
  endOfDeclaration(tokens);
  const imports = new Map<string, string>();
  const types: TypeDeclaration[] = [];
  const constants: ConstantDeclaration[] = [];
  while (tokens.peek().kind !== "end") {
    if (tokens.accept("import")) eachSpec(tokens, () => parseImport(tokens, imports));
    else if (tokens.accept("type")) eachSpec(tokens, () => types.push(parseTypeSpec(tokens)));
    else if (tokens.accept("const")) parseConstants(tokens, constants);
    else if (tokens.at("func") || tokens.at("var")) skipDeclaration(tokens);
    else throw tokens.unexpected("declaration");
    endOfDeclaration(tokens);
  }
  return { packageName, imports, types, constants };
}

function endOfDeclaration(tokens: TokenStream): void {
  if (tokens.peek().kind !== "end") tokens.expect(";");
}

function eachSpec(tokens: TokenStream, parse: () => void): void {
  if (!tokens.accept("(")) return parse();
  while (!tokens.accept(")")) {
    parse();
    if (!tokens.at(")")) tokens.expect(";");
  }
}

function parseImport(tokens: TokenStream, imports: Map<string, string>): void {
  const given = tokens.accept(".") ? "." : tokens.peek().kind === "ident" ? tokens.next().text : undefined;
  if (tokens.peek().kind !== "string") throw tokens.unexpected("import path");
  const path = tokens.next().text;
  imports.set(given ?? path.slice(path.lastIndexOf("/") + 1), path);
}

function parseTypeSpec(tokens: TokenStream): TypeDeclaration {
  const { text: name, line } = tokens.identifier();
  const comments: readonly CommentLine[] = tokens.comments.before(line);
  const detachedComments = tokens.comments.detachedBefore(line);
  const alias = tokens.accept("=");
  return { name, alias, type: parseType(tokens), line, comments, detachedComments };
}

function parseConstants(tokens: TokenStream, constants: ConstantDeclaration[]): void {
  let type: TypeExpression | undefined;
  let values: readonly (readonly Token[])[] = [];
  eachSpec(tokens, () => {
    const names = [tokens.identifier()];
    while (tokens.accept(",")) names.push(tokens.identifier());
    const typed = tokens.at("=") || tokens.at(";") || tokens.at(")") ? undefined : parseType(tokens);
    if (tokens.accept("=")) {
      type = typed;
      values = parseValues(tokens);
    }
    names.forEach(({ text: name, line }, index) => constants.push({ name, type, value: values[index] ?? [], line }));
  });
}

function parseValues(tokens: TokenStream): readonly (readonly Token[])[] {
  const values: Token[][] = [[]];
  let depth = 0;
  for (;;) {
    const token = tokens.peek();
    if (token.kind === "end") return values;
    if (token.kind === "op" && depth === 0 && (token.text === ";" || token.text === ")")) return values;
    tokens.next();
    if (token.kind === "op" && "([{".includes(token.text)) depth += 1;
    if (token.kind === "op" && ")]}".includes(token.text)) depth -= 1;
    if (token.kind === "op" && token.text === "," && depth === 0) values.push([]);
    else values.at(-1)?.push(token);
  }
}

/** Skips a function or variable. */
function skipDeclaration(tokens: TokenStream): void {
  while (!tokens.at(";") && tokens.peek().kind !== "end") {
    const { kind, text } = tokens.peek();
    if (kind === "op" && "([{".includes(text)) tokens.skipBrackets();
    else tokens.next();
  }
}
