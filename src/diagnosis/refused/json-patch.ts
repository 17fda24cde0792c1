import { isRecord } from "../../apimachinery/is-record.ts";
import { textAt } from "../fields.ts";
import { listed } from "../words.ts";
import { valueOfPath } from "./field-path.ts";
import type { Finding, Refused } from "./refused.ts";

/** The steps of a JSON pointer (RFC 6901) as far as they lead into a value. */
const stepsOfPointer = (pointer: string): readonly string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));

/** What a JSON patch can do (RFC 6902). */
const operations = ["add", "remove", "replace", "move", "copy", "test"];

/** Why an operation of a JSON patch fails on an object; undefined where it does not. */
function failureOf(operation: Readonly<Record<string, unknown>>, object: unknown): string | undefined {
  const [op, path, from] = ["op", "path", "from"].map((name) => textAt(operation, name));
  const read = op === "move" || op === "copy" ? from : op === "add" ? undefined : path;
  if (read === undefined) {
    const parent = stepsOfPointer(path ?? "").slice(0, -1);
    return valueOfPath(object, parent) === undefined ? `/${parent.join("/")} is not there` : undefined;
  }
  const value = valueOfPath(object, stepsOfPointer(read));
  if (value === undefined) return `${read} is not there`;
  // Objects and lists may be written in other ways and be equal.
  if (op !== "test" || typeof value === "object" || value === operation["value"]) return undefined;
  return `${read} is ${JSON.stringify(value)}, not ${JSON.stringify(operation["value"])}`;
}

/** Explains that a JSON patch does not fit its object, of which the server says no more: the operation that fails. */
export async function failedJsonPatch({ at, reading, request }: Refused): Promise<Finding | undefined> {
  const { body } = request;
  if (request.method !== "PATCH" || !Array.isArray(body) || at?.name === undefined) return undefined;
  const { group, resource, namespace, name } = at;
  const object = await reading.named({ group, resource, ...(namespace !== undefined && { namespace }) }, name);
  if (object === undefined) return undefined;
  for (const [i, operation] of body.entries()) {
    if (!isRecord(operation)) continue;
    const isKnown = operations.includes(textAt(operation, "op"));
    const failure = isKnown ? failureOf(operation, object) : `a JSON patch knows ${listed(operations, 6)}`;
    if (failure === undefined) continue;
    return {
      situation: "request-with-failing-patch",
      state: "Invalid",
      because: `operation ${i + 1} of the patch, ${textAt(operation, "op")} ${textAt(operation, "path")}, fails: ${failure}`,
    };
  }
  return undefined;
}
