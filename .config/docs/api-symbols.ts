import { isNode, type Declaration, type SourceModules, type SyntaxNode } from "./exported.ts";

/** A text of code, with the declarations that its names mean. */
export type CodePart = string | { readonly name: string; readonly declaration: Declaration };

/** A member of an interface or a class. */
export interface ApiMember {
  readonly code: readonly CodePart[];
  readonly comment: string;
}

/** An exported symbol, or a type that one mentions. */
export interface ApiSymbol {
  readonly name: string;
  readonly kind: "class" | "constant" | "function" | "interface" | "type";
  readonly comment: string;
  /** What declares it; of an interface or a class, the part before its members. */
  readonly code: readonly CodePart[];
  readonly members: readonly ApiMember[];
}

const kinds: Readonly<Record<string, ApiSymbol["kind"]>> = {
  ClassDeclaration: "class",
  FunctionDeclaration: "function",
  TSDeclareFunction: "function",
  TSInterfaceDeclaration: "interface",
  TSTypeAliasDeclaration: "type",
  VariableDeclaration: "constant",
};

/** Types of the language and of hosts, which no module declares, have no declaration here. */
const referring = new Set(["TSTypeReference", "TSTypeQuery", "TSInterfaceHeritage", "TSClassImplements"]);
const referredIn = ["typeName", "exprName", "expression"];

/** Reads a declaration as what its reader wants to know. */
export function symbolOf(modules: SourceModules, declaration: Declaration): ApiSymbol {
  const { name, file, comment, nodes } = declaration;
  const [node] = nodes;
  const kind = node === undefined ? undefined : kinds[node.type];
  if (node === undefined || kind === undefined) throw new Error(`${file}: ${name} is a ${node?.type ?? "nothing"}`);
  const body = membersOf(node);
  const code = nodes.flatMap((each, index) => [
    ...(index === 0 ? [] : ["\n"]),
    ...codeOf(modules, file, each, body === undefined ? each.end : body.start),
  ]);
  const { commentBefore } = modules.read(file);
  const members = (body?.members ?? [])
    .filter((member) => !isPrivate(member))
    .map((member) => ({
      code: codeOf(modules, file, member, member.end),
      comment: commentBefore(member.start),
    }));
  return { name, kind, comment, code, members };
}

/** Returns all declarations that the code of a symbol mentions. */
export const mentionedBy = ({ code, members }: ApiSymbol): readonly Declaration[] =>
  [code, ...members.map((member) => member.code)]
    .flat()
    .flatMap((part) => (typeof part === "string" ? [] : [part.declaration]));

interface Body {
  readonly start: number;
  readonly members: readonly SyntaxNode[];
}

/** The members of an interface, a class, or a type that is an object; undefined of anything else. */
function membersOf(node: SyntaxNode): Body | undefined {
  const held = node["body"] ?? node["typeAnnotation"];
  if (!isNode(held) || !["TSInterfaceBody", "ClassBody", "TSTypeLiteral"].includes(held.type)) return undefined;
  const members = held["body"] ?? held["members"];
  return { start: held.start, members: Array.isArray(members) ? members.filter(isNode) : [] };
}

const isPrivate = ({ key, accessibility }: SyntaxNode): boolean =>
  accessibility === "private" || (isNode(key) && key.type === "PrivateIdentifier");

/** Returns the code from the start of a node up to an offset, without comments and without what surrounds types. */
function codeOf(modules: SourceModules, file: string, node: SyntaxNode, end: number): readonly CodePart[] {
  const { text } = modules.read(file);
  const parts: CodePart[] = [];
  let last = node.start;
  const add = (upTo: number): void => void parts.push(withoutComments(text.slice(last, upTo)));
  for (const identifier of identifiersIn(node).toSorted((one, other) => one.start - other.start)) {
    if (identifier.start < last || identifier.end > end) continue;
    const name = String(identifier["name"]);
    const declaration = modules.resolve(file, name);
    if (declaration === undefined || declaration.nodes.includes(node)) continue;
    add(identifier.start);
    parts.push({ name, declaration });
    last = identifier.end;
  }
  add(end);
  return trimmed(parts);
}

const withoutComments = (code: string): string =>
  code.replace(/\s*\/\*[^]*?\*\//g, "").replace(/^( {4})+/gm, (indent) => indent.slice(indent.length / 2));

function trimmed(parts: readonly CodePart[]): readonly CodePart[] {
  const last = parts.at(-1);
  if (typeof last !== "string") return parts;
  return [...parts.slice(0, -1), last.replace(/[\s={;]+$/, "")];
}

/** The names of types in a tree. */
function identifiersIn(node: SyntaxNode): readonly SyntaxNode[] {
  const own = referring.has(node.type)
    ? referredIn.map((member) => node[member]).filter(isNode)
    : [node["superClass"]].filter(isNode);
  const below = Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]));
  return [...own.filter(({ type }) => type === "Identifier"), ...below.filter(isNode).flatMap(identifiersIn)];
}
