import { dynType, listOf, mapOf, opaqueOf, typeOf, type Type } from "../types/type.ts";

/** Bindings of type parameters, with rollback of failed attempts. */
export class Mapping {
  readonly #bound = new Map<string, Type>();
  readonly #trail: (readonly [name: string, before: Type | undefined])[] = [];

  find(type: Type): Type | undefined {
    return type.kind === "typeParam" ? this.#bound.get(type.name) : undefined;
  }

  add(param: Type, type: Type): void {
    this.#trail.push([param.name, this.#bound.get(param.name)]);
    this.#bound.set(param.name, type);
  }

  /** Runs an attempt, and rolls its bindings back if it returns false. */
  attempt(run: () => boolean): boolean {
    const mark = this.#trail.length;
    if (run()) return true;
    while (this.#trail.length > mark) this.#restore(this.#trail.pop());
    return false;
  }

  #restore(entry: readonly [string, Type | undefined] | undefined): void {
    if (entry === undefined) return;
    if (entry[1] === undefined) this.#bound.delete(entry[0]);
    else this.#bound.set(entry[0], entry[1]);
  }

  /** Substitutes bound parameters in a type. Free parameters become `dyn` if `freeToDyn` is set. */
  substitute(type: Type, freeToDyn: boolean): Type {
    if (!type.isGeneric) return type;
    const bound = this.find(type);
    if (bound !== undefined) return this.substitute(bound, freeToDyn);
    if (type.kind === "typeParam") return freeToDyn ? dynType : type;
    return this.#rebuild(type, freeToDyn);
  }

  #rebuild(type: Type, freeToDyn: boolean): Type {
    const element = this.substitute(type.element, freeToDyn);
    switch (type.kind) {
      case "list":
        return listOf(element);
      case "map":
        return mapOf(element, this.substitute(type.valueType, freeToDyn));
      case "type":
        return typeOf(element);
      default:
        return opaqueOf(type.name, ...type.params.map((param) => this.substitute(param, freeToDyn)));
    }
  }
}
