import type { Token } from "./scanner.ts";
import type { ConstantDeclaration } from "./syntax.ts";
import type { Universe } from "./universe.ts";
import type { GoType } from "./go-type.ts";

interface StringConstant {
  readonly type: GoType | undefined;
  readonly value: string;
}

const maxDepth = 100;

/** Returns the texts of the constants of each type, by type: what enums consist of. */
export function stringConstants(universe: Universe): ReadonlyMap<GoType, readonly string[]> {
  const byName = new Map(universe.file.constants.map((constant) => [constant.name, constant]));
  const found = new Map<GoType, string[]>();
  for (const constant of universe.file.constants) {
    const read = new ConstantReader(universe, byName, constant, 0).read();
    if (read?.type === undefined) continue;
    const values = found.get(read.type) ?? [];
    found.set(read.type, values);
    values.push(read.value);
  }
  return found;
}

/** Evaluates a constant expression of texts: literals, names, conversions, `+` and parentheses. */
class ConstantReader {
  readonly #universe: Universe;
  readonly #byName: ReadonlyMap<string, ConstantDeclaration>;
  readonly #constant: ConstantDeclaration;
  readonly #depth: number;
  #index = 0;

  constructor(
    universe: Universe,
    byName: ReadonlyMap<string, ConstantDeclaration>,
    constant: ConstantDeclaration,
    depth: number,
  ) {
    this.#universe = universe;
    this.#byName = byName;
    this.#constant = constant;
    this.#depth = depth;
  }

  /** Returns undefined for what is no text. */
  read(): StringConstant | undefined {
    if (this.#depth > maxDepth) return undefined;
    const result = this.#sum();
    if (result === undefined || this.#index < this.#constant.value.length) return undefined;
    const { type } = this.#constant;
    return type === undefined ? result : { type: this.#universe.resolve(type), value: result.value };
  }

  #take(text: string): boolean {
    const token = this.#constant.value[this.#index];
    if (token?.kind !== "op" || token.text !== text) return false;
    this.#index += 1;
    return true;
  }

  #sum(): StringConstant | undefined {
    let left = this.#operand();
    while (left !== undefined && this.#take("+")) {
      const right = this.#operand();
      left = right === undefined ? undefined : { type: left.type ?? right.type, value: left.value + right.value };
    }
    return left;
  }

  #operand(): StringConstant | undefined {
    if (this.#take("(")) return this.#closed(this.#sum());
    const token = this.#constant.value[this.#index];
    this.#index += 1;
    if (token?.kind === "string") return { type: undefined, value: token.text };
    if (token?.kind !== "ident") return undefined;
    return this.#take("(") ? this.#converted(token) : this.#reference(token.text);
  }

  #closed(inner: StringConstant | undefined): StringConstant | undefined {
    return this.#take(")") ? inner : undefined;
  }

  #converted({ text: name, line }: Token): StringConstant | undefined {
    const inner = this.#closed(this.#sum());
    if (inner === undefined || !this.#universe.file.types.some((type) => type.name === name)) return inner;
    return { type: this.#universe.resolve({ kind: "name", pkg: undefined, name, line }), value: inner.value };
  }

  #reference(name: string): StringConstant | undefined {
    const constant = this.#byName.get(name);
    if (constant === undefined) return undefined;
    return new ConstantReader(this.#universe, this.#byName, constant, this.#depth + 1).read();
  }
}
