import { quoteGo } from "../../apimachinery/go-strings.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { isList, isObject, type JsonObject } from "../../apimachinery/json/value.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import { itemsAt, kindOf, nameOf, namespaceOf, objectAt, textAt } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import { parseManifest } from "../resource/documents.ts";
import { fieldSpecOf } from "./configurations.ts";
import type { FieldSpec } from "./field-specs.ts";
import { addHashes, type ReadFile } from "./generators.ts";
import { applyPatch } from "./patches.ts";
import { applyReplacements } from "./replacements.ts";
import { idOf, idText, isSameId, type Resource } from "./resource.ts";
import {
  type NamespaceRules,
  setAffixes,
  setImage,
  setNamespace,
  setReplicas,
  textsOf,
  withPairs,
} from "./transformers.ts";

/** An entry of a generator of kustomizations, as an object of the group `builtin` configures it. */
interface PluginGenerator {
  readonly kind: "ConfigMap" | "Secret";
  readonly entry: JsonObject;
  readonly behavior: string;
}

/** Reads the configuration of a generator (loader.LoadGenerator). Throws a KubectlError for what is none. */
export function pluginGenerator(config: JsonObject): PluginGenerator {
  const fail = (problem: string): KubectlError =>
    new KubectlError(`loading generator plugins: failed to load generator: ${problem}`);
  try {
    checkBuiltIn(config);
  } catch (error) {
    throw fail(messageOf(error));
  }
  const kind = kindOf(config).replace(/Generator$/, "");
  if (kind !== "ConfigMap" && kind !== "Secret") throw fail(`plugin ${idText(idOf(config))} not a generator`);
  const name = textAt(config, "name") || nameOf(config);
  const namespace = textAt(config, "namespace") || namespaceOf(config);
  return { kind, entry: { ...config, name, namespace }, behavior: textAt(config, "behavior") };
}

/** Throws for plugins that are not kustomize's own. */
function checkBuiltIn(config: JsonObject): void {
  const { group, version, kind } = idOf(config);
  if (group !== "" || version !== "builtin")
    throw new KubectlError(`external plugins disabled; unable to load external plugin '${kind}'`);
  if (!Object.hasOwn(transformers, kind) && !/^(?:ConfigMap|Secret)Generator$/.test(kind))
    throw new KubectlError(`unable to load builtin ${kind}.builtin.[noGrp]`);
}

type Transform = (resources: Resource[], config: JsonObject, read: ReadFile) => Promise<void> | void;

const specsOf = (config: JsonObject): readonly FieldSpec[] => itemsAt(config, "fieldSpecs").map(fieldSpecOf);

/** The fields that prefixes and suffixes go to. Throws a KubectlError without any. */
function affixSpecs(config: JsonObject): readonly FieldSpec[] {
  if (!isList(config["fieldSpecs"])) throw new KubectlError("fieldSpecs is not expected to be nil");
  return specsOf(config);
}

function namespaceRulesOf(config: JsonObject): NamespaceRules {
  const given = textAt(config, "setRoleBindingSubjects") || "defaultOnly";
  if (given !== "defaultOnly" && given !== "allServiceAccounts" && given !== "none")
    throw new KubectlError(
      `invalid value ${quoteGo(given)} for setRoleBindingSubjects: must be one of "defaultOnly", "none" or "allServiceAccounts"`,
    );
  return { specs: specsOf(config), unsetOnly: textAt(config, "unsetOnly") === "true", subjects: given };
}

async function mergePatches(resources: Resource[], config: JsonObject, read: ReadFile): Promise<void> {
  const texts = itemsAt(config, "paths").map(String);
  const inline = textAt(config, "patches");
  if (texts.length === 0 && inline === "") throw new KubectlError("empty file path and empty patch content");
  for (const text of texts) await applyPatch(resources, { patch: text.includes("\n") ? text : await read(text) }, read);
  if (inline !== "") await applyPatch(resources, { patch: inline }, read);
}

async function jsonPatch(resources: Resource[], config: JsonObject, read: ReadFile): Promise<void> {
  const [path, inline] = [textAt(config, "path"), textAt(config, "jsonOp")];
  if (textAt(config, "target", "name") === "") throw new KubectlError("must specify the target name");
  if (path === "" && inline === "") throw new KubectlError("empty file path and empty jsonOp");
  if (path !== "" && inline !== "") throw new KubectlError("must specify a file path or jsonOp, not both");
  const operations = parseManifest(path === "" ? inline : await read(path));
  await applyPatch(resources, { patch: JSON.stringify(operations), target: objectAt(config, "target") }, read);
}

/** The transformers by the kinds of their configurations (builtinhelpers.TransformerFactories). */
const transformers: Readonly<Record<string, Transform>> = {
  AnnotationsTransformer: (resources, config) =>
    withPairs(resources, textsOf(objectAt(config, "annotations")), specsOf(config)),
  HashTransformer: (resources) => addHashes(resources),
  ImageTagTransformer: (resources, config) => setImage(resources, objectAt(config, "imageTag"), specsOf(config)),
  LabelTransformer: (resources, config) => withPairs(resources, textsOf(objectAt(config, "labels")), specsOf(config)),
  NamespaceTransformer: (resources, config) => setNamespace(resources, namespaceOf(config), namespaceRulesOf(config)),
  PatchJson6902Transformer: jsonPatch,
  PatchStrategicMergeTransformer: mergePatches,
  PatchTransformer: (resources, config, read) => applyPatch(resources, config, read),
  PrefixSuffixTransformer: (resources, config) =>
    setAffixes(resources, textAt(config, "prefix"), textAt(config, "suffix"), affixSpecs(config)),
  PrefixTransformer: (resources, config) => setAffixes(resources, textAt(config, "prefix"), "", affixSpecs(config)),
  SuffixTransformer: (resources, config) => setAffixes(resources, "", textAt(config, "suffix"), affixSpecs(config)),
  ReplacementTransformer: (resources, config, read) =>
    applyReplacements(resources, itemsAt(config, "replacements"), read),
  ReplicaCountTransformer: (resources, config) => setReplicas(resources, objectAt(config, "replica"), specsOf(config)),
};

/** What is wrong with a configuration before it is used, which its plugin tells under its name. */
const checks: Readonly<Record<string, (config: JsonObject) => unknown>> = {
  NamespaceTransformer: namespaceRulesOf,
  PrefixSuffixTransformer: affixSpecs,
  PrefixTransformer: affixSpecs,
  SuffixTransformer: affixSpecs,
};

/** Runs the transformer that an object configures (loader.LoadTransformer). Throws a KubectlError. */
export async function transformByPlugin(resources: Resource[], config: JsonObject, read: ReadFile): Promise<void> {
  checkBuiltIn(config);
  const transform = transformers[kindOf(config)];
  const name = idText(idOf(config));
  if (transform === undefined) throw new KubectlError(`plugin ${name} not a transformer`);
  try {
    checks[kindOf(config)]?.(config);
  } catch (error) {
    throw new KubectlError(`plugin ${name} fails configuration: ${messageOf(error)}`);
  }
  await transform(resources, config, read);
}

/** The label by which a validator may tell that it has seen an object (konfig.ValidatedByLabelKey). */
const validatedBy = "validated-by";

/**
 * Runs a transformer as a validator, which may change nothing but that label (KustTarget.runValidators). Throws a
 * KubectlError.
 */
export async function validateByPlugin(resources: Resource[], config: JsonObject, read: ReadFile): Promise<void> {
  const before = resources.map(({ object }) => object);
  await transformByPlugin(resources, config, read);
  const after = resources.map(({ object }) => withoutLabel(object, validatedBy));
  const problem =
    before.length === after.length ? firstChange(before, after) : "lists have different number of entries";
  if (problem !== undefined) throw new KubectlError(`validator shouldn't modify the resource map: ${problem}`);
}

/** What a validator has changed, in the words of resWrangler.ErrorIfNotEqualSets without the addresses of memory. */
function firstChange(before: readonly JsonObject[], after: readonly JsonObject[]): string | undefined {
  for (const object of before) {
    const id = idOf(object);
    const found = after.find((each) => isSameId(idOf(each), id));
    if (found === undefined) return `id in self missing from other; id: ${idText(id)}`;
    const [old, now] = [object, found].map((each) => encodeJson(each));
    if (old !== now) return `nodes unequal: \n -- ${old},\n -- ${now}`;
  }
  return undefined;
}

function withoutLabel(object: JsonObject, name: string): JsonObject {
  const { labels, ...metadata } = objectAt(object, "metadata");
  if (!isObject(labels) || !Object.hasOwn(labels, name)) return object;
  const { [name]: _, ...others } = labels;
  return { ...object, metadata: Object.keys(others).length === 0 ? metadata : { ...metadata, labels: others } };
}
