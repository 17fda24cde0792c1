import { isRecord } from "../apimachinery/is-record.ts";

type Members = Readonly<Record<string, unknown>>;

/** The value at a path of member names, such as `spec.template.spec`; undefined where it leads nowhere. */
export function valueAt(value: unknown, path: string): unknown {
  let at = value;
  for (const name of path.split(".")) {
    if (!isRecord(at)) return undefined;
    at = at[name];
  }
  return at;
}

/** The text at a path, numbers and booleans as their text; "" where there is none. */
export function textAt(value: unknown, path: string): string {
  const found = valueAt(value, path);
  if (typeof found === "string") return found;
  return typeof found === "number" || typeof found === "bigint" || typeof found === "boolean" ? String(found) : "";
}

/** The number at a path; undefined where there is none. */
export function numberAt(value: unknown, path: string): number | undefined {
  const found = valueAt(value, path);
  return typeof found === "number" || typeof found === "bigint" ? Number(found) : undefined;
}

/** The members of the object at a path; none where there is no object. */
export function membersAt(value: unknown, path: string): Members {
  const found = valueAt(value, path);
  return isRecord(found) ? found : {};
}

/** The objects of the list at a path; none where there is no list. */
export function itemsAt(value: unknown, path: string): readonly Members[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found.filter(isRecord) : [];
}

/** The texts of the list at a path; none where there is no list. */
export function textsAt(value: unknown, path: string): readonly string[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found.filter((item) => typeof item === "string") : [];
}

/** The labels at a path: members that are texts. */
export const labelsAt = (value: unknown, path: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(membersAt(value, path)).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
