import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync } from "rolldown/utils";

/** A node of a syntax tree, as ESTree with TypeScript has it. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

/** A declaration of a module, with the text that documents it. */
export interface Declaration {
  readonly name: string;
  /** The path of the module. */
  readonly file: string;
  /** One, or the overloads of a function. */
  readonly nodes: readonly SyntaxNode[];
  /** The doc comment without its asterisks; "" where there is none. */
  readonly comment: string;
}

/** A module whose declarations and imports have been read. */
export interface SourceModule {
  readonly file: string;
  readonly text: string;
  /** The comment at its beginning that belongs to no declaration. */
  readonly comment: string;
  readonly declarations: ReadonlyMap<string, Declaration>;
  /** What it imports, by the name that it has here: a name of another module. */
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  /** What it exports of others, and of itself. */
  readonly exports: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  readonly commentBefore: (offset: number) => string;
}

/** Whether a value of a syntax tree is a node. */
export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

const nodesIn = (value: unknown): readonly SyntaxNode[] => (Array.isArray(value) ? value.filter(isNode) : []);

const nameOf = (node: unknown): string => (isNode(node) ? String(node["name"] ?? node["value"] ?? "") : "");

/** The text of a doc comment, of which the tree has all between the slashes. */
const textOf = (comment: string): string =>
  comment
    .replace(/^\*/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, ""))
    .join("\n")
    .trim();

/** Modules of a folder, each of which is read once: sources, or their declarations. */
export class SourceModules {
  readonly #folder: string;
  readonly #modules = new Map<string, SourceModule>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Reads a module by its path. Throws if it cannot be read. */
  read(file: string): SourceModule {
    const known = this.#modules.get(file) ?? parseModule(file, readFileSync(join(this.#folder, file), "utf8"));
    this.#modules.set(file, known);
    return known;
  }

  /** Finds the declaration behind a name of a module, wherever it comes from; undefined for names of packages. */
  resolve(file: string, name: string): Declaration | undefined {
    const module = this.read(file);
    const own = module.declarations.get(name);
    if (own !== undefined) return own;
    const exported = module.exports.get(name);
    if (exported !== undefined && exported.file !== file) return this.#follow(file, exported);
    if (exported !== undefined && exported.name !== name) return this.resolve(file, exported.name);
    const imported = module.imports.get(name);
    return imported === undefined ? undefined : this.#follow(file, imported);
  }

  #follow(from: string, { file, name }: { readonly file: string; readonly name: string }): Declaration | undefined {
    if (!file.startsWith(".")) return undefined;
    return this.resolve(this.#pathOf(from, file), name);
  }

  /** The path of a module that another one names; declarations name the module's JavaScript. */
  #pathOf(from: string, specifier: string): string {
    const path = posix.join(posix.dirname(from), specifier);
    return from.endsWith(".d.ts") ? path.replace(/(?:\.d)?\.[jt]s$/, ".d.ts") : path;
  }
}

function parseModule(file: string, text: string): SourceModule {
  const { program, comments, errors } = parseSync(file, text);
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  const docs = comments.filter(({ value }) => value.startsWith("*"));
  const commentBefore = (offset: number): string => {
    const found = docs.findLast(({ end }) => end <= offset && text.slice(end, offset).trim() === "");
    return found === undefined ? "" : textOf(found.value);
  };
  const declarations = new Map<string, Declaration>();
  const imports = new Map<string, { readonly file: string; readonly name: string }>();
  const exports = new Map<string, { readonly file: string; readonly name: string }>();
  for (const statement of nodesIn(program.body)) {
    const source = isNode(statement["source"]) ? String(statement["source"]["value"]) : undefined;
    for (const specifier of nodesIn(statement["specifiers"])) {
      const local = nameOf(specifier["local"]);
      if (statement.type === "ImportDeclaration")
        imports.set(local, { file: source ?? "", name: nameOf(specifier["imported"]) });
      else exports.set(nameOf(specifier["exported"]), { file: source ?? file, name: local });
    }
    const declared = statement.type.startsWith("Export") ? statement["declaration"] : statement;
    if (!isNode(declared)) continue;
    const comment = commentBefore(statement.start);
    for (const name of namesOf(declared)) {
      const before = declarations.get(name);
      declarations.set(name, {
        name,
        file,
        nodes: [...(before?.nodes ?? []), declared],
        comment: before === undefined || before.comment === "" ? comment : before.comment,
      });
    }
  }
  const first = docs[0];
  const isModules = first !== undefined && text.slice(0, first.start).trim() === "";
  return { file, text, comment: isModules ? textOf(first.value) : "", declarations, imports, exports, commentBefore };
}

/** The names that a declaration declares. */
function namesOf(node: SyntaxNode): readonly string[] {
  if (node.type === "VariableDeclaration") return nodesIn(node["declarations"]).map((each) => nameOf(each["id"]));
  return isNode(node["id"]) ? [nameOf(node["id"])] : [];
}
