import type { TypeProvider } from "../../../cel/env/type-provider.ts";
import { EvalError } from "../../../cel/values/eval-error.ts";
import type { DeclType } from "./decl-type.ts";
import { isReservedWord } from "./property-names.ts";

function collect(declared: DeclType, found: Map<string, DeclType>): void {
  if (declared.fields !== undefined) found.set(declared.type.name, declared);
  for (const field of declared.fields?.values() ?? []) collect(field, found);
  if (declared.element !== undefined) collect(declared.element, found);
}

/** Knows the object types inside of declared types. Reserved words may be written as fields without escaping. */
export function declTypeProvider(...roots: readonly DeclType[]): TypeProvider {
  const types = new Map<string, DeclType>();
  for (const root of roots) collect(root, types);
  return {
    findStruct: (name) => types.get(name)?.type,
    findField: (struct, field) => {
      const fields = types.get(struct)?.fields;
      return (fields?.get(field) ?? (isReservedWord(field) ? fields?.get(`__${field}__`) : undefined))?.type;
    },
    newValue: (struct) => new EvalError(`unknown type '${struct}'`),
  };
}
