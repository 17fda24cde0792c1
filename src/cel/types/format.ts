import type { Type } from "./type.ts";

const joined = (types: readonly Type[]): string => types.map(formatType).join(", ");

/** Formats a type as in the error messages of the checker. */
export function formatType(type: Type): string {
  switch (type.kind) {
    case "any":
    case "duration":
    case "null":
    case "timestamp":
      return type.kind;
    case "error":
      return "!error!";
    default:
      return type.params.length === 0 ? type.declaredName : `${type.name}(${joined(type.params)})`;
  }
}

/** Formats a signature as `(int, string)`, or as `list(int).(string)` for a member function. */
export function formatSignature(args: readonly Type[], isMember: boolean): string {
  const [target, ...rest] = args;
  return isMember && target !== undefined ? `${formatType(target)}.(${joined(rest)})` : `(${joined(args)})`;
}
