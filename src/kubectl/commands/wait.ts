import { isNotFound } from "../../apimachinery/errors.ts";
import { isObject, type JsonObject } from "../../apimachinery/json/value.ts";
import { decodeJson } from "../../apimachinery/json/decode.ts";
import { parseDuration } from "../../apimachinery/duration.ts";
import { answerLines } from "../../client/answer-text.ts";
import { JsonPathTemplate } from "../output/json-path-template.ts";
import type { Invocation } from "../invocation.ts";
import { itemsAt, nameOf, objectAt, textAt } from "../json-access.ts";
import { KubectlError, throwAll } from "../kubectl-error.ts";
import { createPrinter } from "../output/printer.ts";
import { relaxedPath } from "../output/sort-by.ts";
import { build } from "../resource/builder.ts";
import type { Info } from "../resource/info.ts";
import { groupResource, pathOf } from "../resource/mapper.ts";

/** What is waited for: undefined is the object while it does not exist. */
type Condition = (object: JsonObject | undefined) => boolean;

function conditionOf(text: string): Condition {
  const lower = text.toLowerCase();
  if (lower === "delete") return (object) => object === undefined;
  if (lower === "create") return (object) => object !== undefined;
  if (lower.startsWith("condition=")) {
    const [type = "", status = "true"] = text.slice("condition=".length).split("=");
    return (object) =>
      itemsAt(object, "status", "conditions").some(
        (condition) =>
          textAt(condition, "type").toLowerCase() === type.toLowerCase() &&
          textAt(condition, "status").toLowerCase() === status.toLowerCase(),
      );
  }
  if (lower.startsWith("jsonpath=")) {
    const [, path = "", value] = /^jsonpath='?(\{[^}]*\}|[^=]*)'?(?:=(.*))?$/.exec(text) ?? [];
    const template = new JsonPathTemplate(`{${relaxedPath(path)}}`);
    return (object) => {
      const found = object === undefined ? [] : template.values(object);
      return value === undefined ? found.length > 0 : found.length === 1 && String(found[0]) === value;
    };
  }
  throw new KubectlError(`unrecognized condition: ${JSON.stringify(text)}`);
}

/** `kubectl wait`. */
export async function wait(invocation: Invocation): Promise<void> {
  const { flags, args } = invocation;
  const wanted = flags.text("for");
  const holds = conditionOf(wanted);
  const gone = wanted.toLowerCase() === "delete";
  const found = await build(invocation, { args, all: flags.bool("all"), allNamespaces: flags.bool("all-namespaces") });
  const errors = found.errors.filter((error) => !(gone && isNotFound(error)));
  if (found.infos.length === 0 && errors.length === 0 && !gone) throw new KubectlError("no matching resources found");
  const print = await createPrinter(invocation);
  for (const info of found.infos) {
    try {
      const object = await waitFor(invocation, info, holds);
      print(object ?? info.object, gone ? "deleted" : "condition met");
    } catch (error) {
      errors.push(error);
    }
  }
  throwAll(errors);
}

/** Waits until the condition holds and returns the object as it then is. */
async function waitFor(invocation: Invocation, info: Info, holds: Condition): Promise<JsonObject | undefined> {
  const { rest, flags, session } = invocation;
  const { resource, namespace, object } = info;
  const name = info.name || nameOf(object);
  if (holds(object)) return object;
  const timeout = Number(parseDuration(flags.text("timeout")) / 1_000_000n);
  const late = new KubectlError(`timed out waiting for the condition on ${groupResource(resource)}/${name}`);
  if (timeout === 0) throw late;
  const path = pathOf(resource, namespace);
  const selection = { fieldSelector: `metadata.name=${name}` };
  const list = await rest.object({ method: "GET", path, query: selection });
  const [current] = itemsAt(list, "items");
  if (holds(isObject(current) ? current : undefined)) return isObject(current) ? current : undefined;
  const query = { ...selection, watch: "true", resourceVersion: textAt(list, "metadata", "resourceVersion") };
  const events = answerLines((await rest.send({ method: "GET", path, query })).body)[Symbol.asyncIterator]();
  let cancel = (): void => {};
  const ending = new Promise<undefined>((resolve) => {
    if (timeout > 0) cancel = session.clock.after(timeout, () => resolve(undefined));
  });
  try {
    for (;;) {
      const next = await Promise.race([events.next(), ending]);
      if (next === undefined || next.done === true) throw late;
      const seen = next.value.filter((line) => line !== "").map((line) => decodeJson(line));
      const match = seen.find((event) =>
        holds(textAt(event, "type") === "DELETED" ? undefined : objectAt(event, "object")),
      );
      if (match !== undefined) return objectAt(match, "object");
    }
  } finally {
    cancel();
    void events.return?.(undefined);
  }
}
