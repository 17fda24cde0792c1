import type { TypeProvider } from "../../../cel/env/type-provider.ts";
import { durationType, timestampType, type Type } from "../../../cel/types/type.ts";
import { EvalError } from "../../../cel/values/eval-error.ts";
import type { DeclType } from "./decl-type.ts";
import { isReservedWord } from "./property-names.ts";

/** Looks up declared types by name. A type's name is its path: `Root.field.@idx.field`. */
class DeclTypes {
  readonly #known: Map<string, DeclType | undefined>;

  constructor(roots: readonly DeclType[]) {
    this.#known = new Map(roots.map(innermost).map((root) => [root.type.name, root]));
  }

  find(name: string): DeclType | undefined {
    if (this.#known.has(name)) return this.#known.get(name);
    const dot = name.lastIndexOf(".");
    const parent = dot < 0 ? undefined : this.find(name.slice(0, dot));
    const found = parent && memberOf(parent, name.slice(dot + 1));
    this.#known.set(name, found);
    return found;
  }
}

/** Returns the innermost element type, since list and map types have no names of their own. */
const innermost = (root: DeclType): DeclType => (root.element === undefined ? root : innermost(root.element));

const memberOf = (parent: DeclType, step: string): DeclType | undefined =>
  step === "@idx" || step === "@elem" ? parent.element : parent.fields?.get(step);

/** The declared scalar types whose names are no names of CEL types (DeclTypeProvider.findDeclType). */
const scalars: ReadonlyMap<string, Type> = new Map([
  ["timestamp", timestampType],
  ["duration", durationType],
]);

/** Provides the object types within declared types. Reserved words may be selected as fields without escaping. */
export function declTypeProvider(...roots: readonly DeclType[]): TypeProvider {
  const types = new DeclTypes(roots);
  const structOf = (name: string): DeclType | undefined => {
    const found = types.find(name);
    return found?.fields === undefined ? undefined : found;
  };
  return {
    isNoValue: () => true,
    findStruct: (name) => structOf(name)?.type ?? scalars.get(name),
    findField: (struct, field) => {
      const fields = structOf(struct)?.fields;
      return (fields?.get(field) ?? (isReservedWord(field) ? fields?.get(`__${field}__`) : undefined))?.type;
    },
    newValue: (struct) => new EvalError(`unknown type '${struct}'`),
  };
}
