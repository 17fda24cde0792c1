import type { Overload } from "../../cel/env/declarations.ts";
import type { Type } from "../../cel/types/type.ts";

/** A type as people write it: `timestamp`, `list(A)`. */
export function typeWords(type: Type): string {
  const short =
    type.kind === "timestamp" || type.kind === "duration" ? type.kind : type.name.replace(/^kubernetes\./, "");
  return type.params.length === 0
    ? short
    : `${short === "optional_type" ? "optional" : short}(${type.params.map(typeWords).join(", ")})`;
}

/** `list(A).indexOf(A) → int`. */
export function signatureOf(name: string, { member, args, result }: Overload): string {
  const [target, ...rest] = args.map(typeWords);
  const call = member ? `${target}.${name}(${rest.join(", ")})` : `${name}(${args.map(typeWords).join(", ")})`;
  return `${call} → ${typeWords(result)}`;
}
