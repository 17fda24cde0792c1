import { isRecord } from "../../apimachinery/is-record.ts";

const rules = "x-kubernetes-validations";

/** A schema whose rules say nothing about an oldSelf that may be missing (apiextensions dropOptionalOldSelfField). */
export function withoutOptionalOldSelf(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutOptionalOldSelf);
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === rules && Array.isArray(value) ? value.map(withoutMember) : withoutOptionalOldSelf(value),
    ]),
  );
}

function withoutMember(rule: unknown): unknown {
  if (!isRecord(rule)) return rule;
  const { optionalOldSelf: _, ...rest } = rule;
  return rest;
}

/** Whether some rule of a schema says it. */
export function hasOptionalOldSelf(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(hasOptionalOldSelf);
  if (!isRecord(schema)) return false;
  return Object.entries(schema).some(([name, value]) =>
    name === rules && Array.isArray(value)
      ? value.some((rule) => isRecord(rule) && rule["optionalOldSelf"] !== undefined)
      : hasOptionalOldSelf(value),
  );
}
