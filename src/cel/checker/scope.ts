import type { Type } from "../types/type.ts";

/** A scope of visible names; lookups start at the innermost. */
export class Scope {
  readonly #names: ReadonlyMap<string, Type>;
  readonly #outer: Scope | undefined;

  constructor(names: ReadonlyMap<string, Type>, outer?: Scope) {
    this.#names = names;
    this.#outer = outer;
  }

  find(name: string): Type | undefined {
    return this.#names.get(name) ?? this.#outer?.find(name);
  }

  enter(...names: readonly (readonly [string, Type])[]): Scope {
    return new Scope(new Map(names), this);
  }
}
