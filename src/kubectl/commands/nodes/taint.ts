import { quoteGo } from "../../../apimachinery/go-strings.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import type { JsonObject, JsonValue } from "../../../apimachinery/json/value.ts";
import { isQualifiedName, isValidLabelValue } from "../../../apimachinery/validation/names.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, textAt, withValueAt } from "../../json-access.ts";
import { KubectlError, throwAll, usageError } from "../../kubectl-error.ts";
import { createPrinter } from "../../output/printer.ts";
import { plan } from "../../resource/builder.ts";
import { pathOf } from "../../resource/mapper.ts";
import { lookUp } from "../../resource/mapper-of.ts";
import { typedPatch } from "../../typed/typed-patch.ts";
import { dryRunOf, writeQuery } from "../write/write-options.ts";

interface Taint {
  readonly key: string;
  readonly value: string;
  readonly effect: string;
}

interface Wanted {
  readonly added: readonly Taint[];
  readonly removed: readonly Taint[];
}

const isTaint = (word: string): boolean => word.includes("=") || word.includes(":") || word.endsWith("-");
const isSame = (a: Taint, b: Taint): boolean => a.key === b.key && (b.effect === "" || a.effect === b.effect);
const textOf = ({ key, value, effect }: Taint): string =>
  effect === "" ? (value === "" ? key : `${key}=${value}:`) : `${key}${value === "" ? "" : `=${value}`}:${effect}`;

/** `kubectl taint`. */
export async function taint(invocation: Invocation): Promise<void> {
  const { args, flags, path, rest } = invocation;
  const dryRun = dryRunOf(flags);
  const at = args.findIndex(isTaint);
  const [resources, words] = at < 0 ? [args, []] : [args.slice(0, at), args.slice(at)];
  const late = words.find((word) => !isTaint(word));
  if (late !== undefined) throw new KubectlError(`all resources must be specified before taint changes: ${late}`);
  const [type = "", ...names] = resources;
  if (type === "") throw new KubectlError("one or more resources must be specified as <resource> <name>");
  if (words.length === 0) throw new KubectlError("at least one taint update is required");
  const wanted = taintsOf(words, path);
  const resource = await lookUp(invocation, (mapper) => mapper.findPlain(type.toLowerCase()));
  if (resource.kind !== "Node")
    throw new KubectlError(`invalid resource type ${type.toLowerCase()}, only node types are supported`);
  checkConflicts(wanted);
  const selects = flags.bool("all") || flags.text("selector") !== "";
  if (flags.bool("all") && flags.text("selector") !== "")
    throw new KubectlError("setting 'all' parameter with a non empty selector is prohibited");
  if (!selects && names.length === 0)
    throw new KubectlError("at least one resource name must be specified since 'all' parameter is not set");
  const find = await plan(invocation, {
    args: selects ? ["nodes"] : names.map((name) => `nodes/${name}`),
    all: flags.bool("all"),
  });
  const print = await createPrinter(invocation);
  const { errors } = await find(async ({ name, object }) => {
    const { next, operation } = changed(object, wanted, flags.bool("overwrite"));
    const body = encodeJson(typedPatch(object, next));
    const request = { method: "PATCH", path: pathOf(resource, "", name), query: writeQuery(flags), body };
    const contentType = "application/strategic-merge-patch+json";
    const result = dryRun === "client" ? next : await rest.object({ ...request, contentType });
    print(result, operation);
  });
  throwAll(errors);
}

function taintsOf(words: readonly string[], path: string): Wanted {
  const [added, removed]: [Taint[], Taint[]] = [[], []];
  for (const word of words) {
    if (word.endsWith("-")) removed.push(parsed(word.slice(0, -1), path));
    else {
      const next = parsed(word, path);
      if (next.effect === "") throw usageError(path, `invalid taint spec: ${word}`);
      if (added.some((each) => each.key === next.key && each.effect === next.effect))
        throw usageError(
          path,
          `duplicated taints with the same key and effect: {${next.key} ${next.value} ${next.effect} <nil>}`,
        );
      added.push(next);
    }
  }
  return { added, removed };
}

/** A taint as words write it; without `:` all of it is the key. */
function parsed(text: string, path: string): Taint {
  const [pair = "", effect = "", ...more] = text.split(":");
  const [key = "", value = "", ...rest] = text.includes(":") ? pair.split("=") : [pair];
  if (more.length > 0 || rest.length > 0) throw usageError(path, `invalid taint spec: ${text}`);
  if (text.includes(":") && !["NoSchedule", "PreferNoSchedule", "NoExecute"].includes(effect))
    throw usageError(path, `invalid taint effect: ${effect}, unsupported taint effect`);
  const problems = [...isQualifiedName(key), ...isValidLabelValue(value)];
  if (problems.length > 0) throw usageError(path, `invalid taint spec: ${text}, ${problems.join("; ")}`);
  return { key, value, effect };
}

function checkConflicts({ added, removed }: Wanted): void {
  const both = added.flatMap((one) => removed.filter((each) => isSame(one, each)));
  if (both.length > 0)
    throw new KubectlError(
      `can not both modify and remove the following taint(s) in the same command: ${both.map(({ key, effect }) => `${key}=${effect}`).join(", ")}`,
    );
}

const taintOf = (value: JsonValue): Taint => ({
  key: textAt(value, "key"),
  value: textAt(value, "value"),
  effect: textAt(value, "effect"),
});

/** The node with its new taints, and what is said of it (taint.reorganizeTaints). */
function changed(node: JsonObject, { added, removed }: Wanted, overwrite: boolean) {
  const old = itemsAt(node, "spec", "taints");
  const existing = added.filter((one) =>
    old.map(taintOf).some(({ key, effect }) => key === one.key && effect === one.effect),
  );
  if (!overwrite && existing.length > 0)
    throw new KubectlError(
      `node ${nameOf(node)} already has ${existing.map(({ key }) => key).join(",")} taint(s) with same effect(s) and --overwrite is false`,
    );
  const kept = old.filter((each) => !added.some((one) => isSame(taintOf(each), one)));
  const news = added.map(({ key, value, effect }) => ({ effect, key, ...(value !== "" && { value }) }));
  let all: readonly JsonValue[] = [...news, ...kept];
  const grew = all.length !== old.length;
  const missing: Taint[] = [];
  let deleted = false;
  for (const each of removed) {
    const left = all.filter((one) => !isSame(taintOf(one), each));
    deleted = left.length < all.length;
    if (!deleted) missing.push(each);
    all = left;
  }
  throwAll(missing.map((each) => new KubectlError(`taint ${quoteGo(textOf(each))} not found`)));
  const operation = (grew && deleted) || overwrite ? "modified" : grew ? "tainted" : "untainted";
  return { next: withValueAt(node, ["spec", "taints"], all.length === 0 ? undefined : all), operation };
}
