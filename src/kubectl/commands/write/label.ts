import { byteLength, quoteGo } from "../../../apimachinery/go-strings.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { createMergePatch } from "../../../apiserver/patch/create-merge-patch.ts";
import type { Invocation } from "../../invocation.ts";
import { kindOf, objectAt, withValueAt } from "../../json-access.ts";
import { KubectlError, KubectlErrors, throwAll } from "../../kubectl-error.ts";
import { createPrinter, type Print } from "../../output/printer.ts";
import { plan } from "../../resource/builder.ts";
import type { Info } from "../../resource/info.ts";
import { pathOf } from "../../resource/mapper.ts";
import { recorded } from "./record.ts";
import { type PairChanges, pairChangesOf, splitPairs } from "../set/pairs.ts";
import { doneText, dryRunOf, writeQuery } from "./write-options.ts";
import { isValidLabelValue } from "../../../apimachinery/validation/names.ts";

/** What labels and annotations differ in. */
interface Kind {
  readonly member: "labels" | "annotations";
  readonly name: "label" | "annotation";
  /** A file as errors name it. */
  readonly example: string;
}

const labels: Kind = { member: "labels", name: "label", example: "pod" };
const annotations: Kind = { member: "annotations", name: "annotation", example: "rsrc" };

/** `kubectl label`. */
export async function label(invocation: Invocation): Promise<void> {
  const { resources, changes } = splitPairs(invocation.args, "label");
  await change(invocation, labels, resources, labelChanges(changes));
}

/** `kubectl annotate`. */
export async function annotate(invocation: Invocation): Promise<void> {
  await createPrinter(invocation);
  const { resources, changes } = splitPairs(invocation.args, "annotation");
  const { set, removed } = pairChangesOf(changes, "annotation");
  const both = [...new Set(removed)].filter((key) => set.has(key));
  await change(invocation, annotations, resources, { set, removed }, () => {
    if (both.length > 0)
      throw new KubectlError(
        `can not both modify and remove the following annotation(s) in the same command: ${both.join(", ")}`,
      );
  });
}

/** The changes of labels (label.parseLabels). Throws a KubectlError. */
function labelChanges(words: readonly string[]): PairChanges {
  const set = new Map<string, string>();
  const removed: string[] = [];
  for (const word of words) {
    const [key = "", value, ...more] = word.split("=");
    if (value !== undefined) {
      if (more.length > 0) throw new KubectlError(`invalid label spec: ${word}`);
      validateLabel(key, value);
      set.set(key, value);
    } else if (word.endsWith("-")) removed.push(word.slice(0, -1));
    else throw new KubectlError(`unknown label spec: ${word}`);
  }
  if (removed.some((key) => set.has(key)))
    throw new KubectlError("can not both modify and remove a label in the same command");
  return { set, removed };
}

/** Throws for combinations of flags and arguments that there are not (label.LabelOptions.Validate). */
function validate({ flags }: Invocation, { name, example }: Kind, resources: readonly string[], count: number): void {
  const hasFiles = flags.list("filename").length > 0 || flags.text("kustomize") !== "";
  if (flags.bool("list") && flags.text("output") !== "")
    throw new KubectlError("--list and --output may not be specified together");
  for (const selector of ["selector", "field-selector"])
    if (flags.bool("all") && flags.text(selector) !== "")
      throw new KubectlError(`cannot set --all and --${selector} at the same time`);
  if (flags.bool("local")) {
    if (dryRunOf(flags) === "server")
      throw new KubectlError("cannot specify --local and --dry-run=server - did you mean --dry-run=client?");
    const files = `-f ${example}.yaml or --filename=${example}.json`;
    if (resources.length > 0) throw new KubectlError(`can only use local files by ${files} when --local=true is set`);
    if (!hasFiles) throw new KubectlError(`one or more files must be specified as ${files}`);
  } else if (resources.length === 0 && !hasFiles)
    throw new KubectlError("one or more resources must be specified as <resource> <name> or <resource>/<name>");
  if (count === 0 && !flags.bool("list")) throw new KubectlError(`at least one ${name} update is required`);
}

async function change(
  invocation: Invocation,
  kind: Kind,
  resources: readonly string[],
  changes: PairChanges,
  validateMore = (): void => {},
): Promise<void> {
  const { flags } = invocation;
  dryRunOf(flags);
  validate(invocation, kind, resources, changes.set.size + changes.removed.length);
  validateMore();
  const find = await plan(invocation, {
    args: resources,
    allowEmptySelector: flags.bool("all"),
    allNamespaces: flags.bool("all-namespaces"),
    local: flags.bool("local"),
  });
  const single = resources.length > 0 ? isSingle(resources) : flags.list("filename").length === 1;
  if (!single && flags.text("resource-version") !== "")
    throw new KubectlError("--resource-version may only be used with a single resource");
  const found = await find(async (info) => changeOne(invocation, kind, changes, info, single));
  throwAll(found.errors);
}

/** Reports whether arguments name one object (resource.Result.IntoSingleItemImplied). */
const isSingle = (resources: readonly string[]): boolean =>
  resources.length === 1
    ? (resources[0] ?? "").includes("/")
    : resources.length === 2 && !(resources[0] ?? "").includes("/");

async function changeOne(
  invocation: Invocation,
  kind: Kind,
  changes: PairChanges,
  info: Info,
  single: boolean,
): Promise<void> {
  const { flags, out } = invocation;
  const dryRun = dryRunOf(flags);
  const version = flags.text("resource-version");
  const local = dryRun === "client" || flags.bool("local") || flags.bool("list");
  const before = version === "" ? info.object : withValueAt(info.object, ["metadata", "resourceVersion"], "");
  const existing = objectAt(before, "metadata", kind.member);
  if (!local && kind === labels)
    for (const key of changes.removed) if (existing[key] === undefined) out(`label ${quoteGo(key)} not found.\n`);
  if (!flags.bool("overwrite")) checkOverwrite(existing, changes, kind);
  // The cause of a change that is recorded is an annotation, which may be set or removed beside.
  const begun = local || kind === labels ? before : recorded(invocation, before);
  const changed = withChanges(begun, changes, kind, version);
  const next = local || kind === annotations ? changed : recorded(invocation, changed);
  const after = local ? next : await patchOf(invocation, info, before, next);
  if (flags.bool("list")) return list(invocation, kind, info, next, single);
  const print: Print = await createPrinter(invocation);
  // `label` prints the object as it changed it itself.
  if (kind === labels) print(next, doneText(labelsDone(before, next, flags.bool("overwrite")), dryRun));
  else print(after, doneText("annotated", dryRun));
}

const patchOf = ({ rest, flags }: Invocation, info: Info, before: JsonObject, next: JsonObject): Promise<JsonObject> =>
  rest.object({
    method: "PATCH",
    path: pathOf(info.resource, info.namespace, info.name),
    query: writeQuery(flags),
    body: encodeJson(createMergePatch(before, next)),
    contentType: "application/merge-patch+json",
  });

function withChanges(object: JsonObject, { set, removed }: PairChanges, { member }: Kind, version: string): JsonObject {
  const all = { ...objectAt(object, "metadata", member), ...Object.fromEntries(set) };
  const kept = Object.fromEntries(Object.entries(all).filter(([key]) => !removed.includes(key)));
  const next = withValueAt(object, ["metadata", member], kept);
  return version === "" ? next : withValueAt(next, ["metadata", "resourceVersion"], version);
}

/** What was done to labels: JSON that became shorter was unlabeled (label.updateDataChangeMsg). */
function labelsDone(before: JsonObject, next: JsonObject, overwrites: boolean): string {
  const [old, now] = [encodeJson(before), encodeJson(next)];
  if (old === now) return "not labeled";
  return !overwrites && byteLength(now) < byteLength(old) ? "unlabeled" : "labeled";
}

function checkOverwrite(existing: JsonObject, { set }: PairChanges, kind: Kind): void {
  const taken = [...set]
    .filter(([key, value]) => existing[key] !== undefined && existing[key] !== value)
    .filter(([key]) => kind === labels || key !== "kubernetes.io/change-cause")
    .map(([key]) => `'${key}' already has a value (${String(existing[key])})`);
  if (taken.length === 0) return;
  if (kind === annotations)
    throw new KubectlError(`--overwrite is false but found the following declared annotation(s): ${taken.join("; ")}`);
  const errors = taken.map((each) => new KubectlError(`${each}, and --overwrite is false`));
  throw errors.length === 1 ? errors[0] : new KubectlErrors(errors);
}

function list({ out }: Invocation, { member }: Kind, info: Info, object: JsonObject, single: boolean): void {
  if (!single) out(`Listing ${member} for ${kindOf(object)}.${info.resource.group}/${info.name}:\n`);
  for (const [key, value] of Object.entries(objectAt(object, "metadata", member)))
    out(`${single ? "" : " "}${key}=${String(value)}\n`);
}

/** Checks the value of a label as the server does (validation.IsValidLabelValue). Throws a KubectlError. */
function validateLabel(key: string, value: string): void {
  const problems = isValidLabelValue(value);
  if (problems.length > 0)
    throw new KubectlError(`invalid label value: ${quoteGo(`${key}=${value}`)}: ${problems.join("; ")}`);
}
