import { pushAll } from "../../apimachinery/long-lists.ts";
import type { JsonObject, JsonValue } from "../../apimachinery/json/value.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import { cleanPath } from "../../apimachinery/clean-path.ts";
import { itemsAt, kindOf, objectAt, textAt, valueAt } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import { yamlOf } from "../output/print-json.ts";
import type { Files } from "../session.ts";
import { addBuildMetadata, relativePath } from "./build-metadata.ts";
import { type Configuration, emptyConfiguration, mergeConfiguration, readConfigurations } from "./configurations.ts";
import { absorb, addHashes, generate, type ReadFile } from "./generators.ts";
import { imageFields, replicaCounts } from "./field-specs.ts";
import { checkFields, parseKustomization, warnOfDeprecated } from "./kustomization-text.ts";
import { fixNameReferences } from "./name-references.ts";
import { inOrder, type KindOrder, usualOrder } from "./order.ts";
import { applyPatch, readyPatch, type ReadyPatch } from "./patches.ts";
import { applyReplacements } from "./replacements.ts";
import { idOf, idText, isSameId, type Resource } from "./resource.ts";
import { MalformedError, objectsOf } from "./resource-text.ts";
import { addVariables, resolveVariables, type Variable } from "./variables.ts";
import { pluginGenerator, transformByPlugin, validateByPlugin } from "./plugins.ts";
import {
  allNames,
  namespaceRules,
  setAffixes,
  setAnnotations,
  setImage,
  setLabels,
  setNamespace,
  setReplicas,
} from "./transformers.ts";

/** The names of the file of a kustomization, the first of which counts. */
export const fileNames = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

/** What a build is given. */
export interface BuildContext {
  readonly files: Files;
  /** Called with warnings of fields that are deprecated. */
  readonly warn: (text: string) => void;
}

/** What the parts of a kustomization say that counts for those above them, too. */
interface Gathered {
  readonly variables: Variable[];
  readonly configuration: Configuration;
}

/** A build: the folder of the kustomization that is built, and the folders on the way to the one that is read. */
interface Build extends BuildContext {
  readonly root: string;
  readonly visited: readonly string[];
}

const gathering = (): Gathered => ({ variables: [], configuration: emptyConfiguration() });

/**
 * Builds the kustomization of a folder: the YAML of its objects (krusty.Kustomizer.Run). Throws a KubectlError for what
 * cannot be built.
 */
export async function buildKustomization(given: BuildContext, folder: string): Promise<string> {
  const resources = await buildResources(given, folder);
  return resources.map(({ object }) => yamlOf(object)).join("---\n");
}

/** Builds the same as objects, with the files that they are from and the names that they have there. */
export async function buildResources(given: BuildContext, folder: string): Promise<readonly Resource[]> {
  const root = cleanPath(folder);
  const context = { ...given, root, visited: [root] };
  if (isRemote(folder)) throw unreadable(folder);
  if (root !== "" && (await context.files.read(root)) !== undefined)
    throw new KubectlError(`must build at directory: '${folder}': file is not directory`);
  if (root !== "" && (await context.files.list(root)) === undefined)
    throw new KubectlError(`must build at directory: not a valid directory: ${missing(context, root, folder).message}`);
  const kustomization = await readKustomization(context, root);
  const gathered = gathering();
  const resources = await accumulate(context, root, kustomization, gathered);
  const { references, fields } = gathered.configuration;
  addHashes(resources);
  fixNameReferences(resources, references);
  resolveVariables(resources, gathered.variables, fields.varReference);
  addBuildMetadata(resources, kustomization);
  const local = "config.kubernetes.io/local-config";
  const order = orderOf(kustomization);
  return (order === undefined ? resources : inOrder(resources, order)).filter(
    ({ object }) => textAt(object, "metadata", "annotations", local) === "",
  );
}

/** The order that a kustomization wants; undefined for that of its files. Throws a KubectlError. */
function orderOf(kustomization: JsonObject): KindOrder | undefined {
  const options = kustomization["sortOptions"] ?? undefined;
  if (options === undefined) return usualOrder;
  const order = textAt(options, "order");
  if (order !== "fifo" && order !== "legacy")
    throw new KubectlError("the field 'sortOptions.order' must be one of [fifo, legacy]");
  const own = valueAt(options, "legacySortOptions") ?? undefined;
  if (order === "legacy" && own === undefined) return usualOrder;
  if (order === "legacy")
    return { first: itemsAt(own, "orderFirst").map(String), last: itemsAt(own, "orderLast").map(String) };
  if (own !== undefined)
    throw new KubectlError(
      "the field 'sortOptions.legacySortOptions' is set but the selected sort order is 'fifo', not 'legacy'",
    );
  return undefined;
}

const isRemote = (path: string): boolean => /^(?:https?|ssh|git):|^git@|^github\.com\//.test(path);

const unreadable = (path: string): KubectlError =>
  new KubectlError(`unable to read ${path}: files of other servers cannot be read here`);

/** A path as errors show it: from the root of the disk. */
const absolute = ({ files }: BuildContext, path: string): string =>
  path.startsWith("/") ? path : `${files.root ?? ""}/${path}`;

const within = (folder: string, path: string): string =>
  cleanPath(path.startsWith("/") || folder === "" ? path : `${folder}/${path}`);

/**
 * The objects of a kustomization and of those below it, transformed; a component adds to those of the kustomization
 * that names it (KustTarget.accumulateTarget).
 */
async function accumulate(
  context: Build,
  folder: string,
  kustomization: JsonObject,
  gathered: Gathered,
  resources: Resource[] = [],
): Promise<Resource[]> {
  for (const path of [...itemsAt(kustomization, "resources"), ...itemsAt(kustomization, "bases")])
    await addResources(context, folder, String(path), resources, gathered);
  const read: ReadFile = (path) => readFile(context, folder, path);
  mergeConfiguration(gathered.configuration, await readConfigurations(itemsAt(kustomization, "configurations"), read));
  const configuredIn = relativePath(context.root, within(folder, await fileNameIn(context, folder)));
  const options = objectAt(kustomization, "generatorOptions");
  for (const [field, kind] of [
    ["configMapGenerator", "ConfigMap"],
    ["secretGenerator", "Secret"],
  ] as const)
    for (const entry of itemsAt(kustomization, field))
      absorb(resources, await generate(kind, entry, options, read, configuredIn), textAt(entry, "behavior"));
  const configs = await pluginConfigs(context, folder, itemsAt(kustomization, "generators")).catch((error: unknown) => {
    throw new KubectlError(`loading generator plugins: ${messageOf(error)}`);
  });
  for (const config of configs.map(pluginGenerator))
    absorb(resources, await generate(config.kind, config.entry, {}, read, configuredIn), config.behavior);
  for (const path of itemsAt(kustomization, "components"))
    await addComponent(context, folder, String(path), resources, gathered);
  await transform(resources, kustomization, gathered.configuration, read);
  for (const config of await pluginConfigs(context, folder, itemsAt(kustomization, "transformers")))
    await transformByPlugin(resources, config, read);
  for (const config of await pluginConfigs(context, folder, itemsAt(kustomization, "validators")))
    await validateByPlugin(resources, config, read);
  addVariables(gathered.variables, itemsAt(kustomization, "vars"), resources);
  return resources;
}

/** The configurations of plugins: those that stand in the kustomization itself, then those of files and folders. */
async function pluginConfigs(
  context: Build,
  folder: string,
  entries: readonly JsonValue[],
): Promise<readonly JsonObject[]> {
  const configs: Resource[] = [];
  const isInline = (entry: JsonValue): boolean => String(entry).includes("\n");
  for (const entry of entries.filter(isInline)) addAll(objectsOf(String(entry), "", ""), configs);
  for (const entry of entries.filter((each) => !isInline(each)))
    await addResources(context, folder, String(entry), configs, gathering()).catch((error: unknown) => {
      throw new KubectlError(messageOf(error).replace(/^accumulating resources: /, ""));
    });
  return configs.map(({ object }) => object);
}

/** Runs the transformers that a kustomization configures, in kustomize's order (KustTarget.runTransformers). */
async function transform(
  resources: Resource[],
  kustomization: JsonObject,
  configuration: Configuration,
  read: ReadFile,
): Promise<void> {
  const text = (name: string): string => textAt(kustomization, name);
  const { fields } = configuration;
  // All patches are read before the first is applied.
  const patches: ReadyPatch[] = [];
  for (const entry of itemsAt(kustomization, "patches")) patches.push(await readyPatch(entry, read));
  for (const entry of mergePatches(kustomization)) await applyPatch(resources, await entry(read), read);
  for (const apply of patches) await apply(resources);
  setNamespace(resources, text("namespace"), namespaceRules(fields.namespace));
  setAffixes(resources, text("namePrefix"), "", [...allNames, ...fields.namePrefix]);
  setAffixes(resources, "", text("nameSuffix"), [...allNames, ...fields.nameSuffix]);
  setLabels(resources, kustomization, configuration);
  setAnnotations(resources, objectAt(kustomization, "commonAnnotations"), fields.commonAnnotations);
  for (const entry of itemsAt(kustomization, "patchesJson6902")) await applyPatch(resources, entry, read);
  for (const replica of itemsAt(kustomization, "replicas"))
    setReplicas(resources, replica, [...replicaCounts, ...fields.replicas]);
  for (const image of [...itemsAt(kustomization, "images"), ...itemsAt(kustomization, "imageTags")])
    await setImage(resources, image, [...imageFields, ...fields.images]);
  await applyReplacements(resources, itemsAt(kustomization, "replacements"), read);
}

/** The name of the file of the kustomization in a folder. */
async function fileNameIn({ files }: BuildContext, folder: string): Promise<string> {
  for (const name of fileNames) if ((await files.read(within(folder, name))) !== undefined) return name;
  return "";
}

/** Adds what a component says to the objects of the kustomization that names it. Throws a KubectlError. */
async function addComponent(
  context: Build,
  folder: string,
  path: string,
  resources: Resource[],
  gathered: Gathered,
): Promise<void> {
  const full = within(folder, path);
  if ((await context.files.list(full)) === undefined)
    throw new KubectlError(
      `accumulating components: loader.New ${JSON.stringify(`error: must build at directory: not a valid directory: ${missing(context, full).message}`)}`,
    );
  let inside = context;
  try {
    inside = entered(context, full);
  } catch (error) {
    throw new KubectlError(`accumulating components: loader.New ${JSON.stringify(messageOf(error))}`);
  }
  try {
    const component = await loadBelow(context, full);
    if (kindOf(component) !== "Component")
      throw new KubectlError(
        `expected kind 'Component' for path '${absolute(context, full)}' but got '${kindOf(component) || "Kustomization"}'`,
      );
    await recursed(context, full, () => accumulate(inside, full, component, gathered, resources));
  } catch (error) {
    throw new KubectlError(`accumulating components: accumulateDirectory: ${JSON.stringify(messageOf(error))}`);
  }
}

/** The kustomization of a folder below another one. */
async function loadBelow(context: BuildContext, folder: string): Promise<JsonObject> {
  try {
    return await readKustomization(context, folder);
  } catch (error) {
    throw new KubectlError(`couldn't make target for path '${absolute(context, folder)}': ${messageOf(error)}`);
  }
}

async function recursed<T>(context: BuildContext, folder: string, body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (error) {
    throw new KubectlError(`recursed accumulation of path '${absolute(context, folder)}': ${messageOf(error)}`);
  }
}

/** The entries of `patchesStrategicMerge`, which are files or texts, as entries of `patches`. */
const mergePatches = (kustomization: JsonObject) =>
  itemsAt(kustomization, "patchesStrategicMerge").map((entry) => async (read: ReadFile): Promise<JsonValue> => {
    const text = String(entry);
    return { patch: text.includes("\n") ? text : await read(text) };
  });

async function readKustomization(context: BuildContext, folder: string): Promise<JsonObject> {
  const { files, warn } = context;
  const found: string[] = [];
  for (const name of fileNames) {
    const text = await files.read(within(folder, name));
    if (text !== undefined) found.push(text);
  }
  const [text] = found;
  if (text === undefined && (await files.list(folder === "" ? "." : folder)) === undefined)
    throw new KubectlError(`must build at directory: not a valid directory: ${missing(context, folder).message}`);
  if (text === undefined)
    throw new KubectlError(
      `unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in directory '${absolute(context, folder)}'`,
    );
  if (found.length > 1)
    throw new KubectlError(`Found multiple kustomization files under: ${absolute(context, folder)}\n`);
  const kustomization = parseKustomization(text);
  checkFields(kustomization, absolute(context, folder));
  warnOfDeprecated(kustomization, warn);
  return kustomization;
}

/** Adds the objects of a file, or of the kustomization of a folder. */
async function addResources(
  context: Build,
  folder: string,
  path: string,
  resources: Resource[],
  gathered: Gathered,
): Promise<void> {
  if (isRemote(path)) throw unreadable(path);
  const full = within(folder, path);
  const refusal = (first: string, error: unknown): KubectlError =>
    new KubectlError(`accumulating resources: accumulation err='${first}': ${messageOf(error)}`);
  let added: readonly Resource[];
  try {
    added = objectsOf(await readFile(context, folder, path), path, relativePath(context.root, full));
    addAll(added, resources);
  } catch (error) {
    const isFolder = (await context.files.list(full)) !== undefined;
    const cause = isFolder ? `'${absolute(context, full)}' must resolve to a file` : messageOf(error);
    const what = messageOf(error).startsWith("may not add") ? "merging" : "accumulating";
    const first = `${what} resources from '${path}': ${cause}`;
    if (error instanceof MalformedError) throw new KubectlError(`accumulating resources: ${first}`);
    if ((await context.files.read(full)) !== undefined)
      throw refusal(
        first,
        new KubectlError(`must build at directory: '${absolute(context, full)}': file is not directory`),
      );
    try {
      const inside = entered(context, full);
      const kustomization = await readKustomization(context, full);
      if (kindOf(kustomization) === "Component") throw new ComponentError(absolute(context, full));
      const below = gathering();
      const found = await accumulate(inside, full, kustomization, below);
      try {
        addAll(found, resources);
      } catch (clash) {
        throw new MergeError(`recursed merging from path '${absolute(context, full)}': ${messageOf(clash)}`);
      }
      pushAll(gathered.variables, below.variables);
      mergeConfiguration(gathered.configuration, below.configuration);
    } catch (inner) {
      throw refusal(
        first,
        isFolder && !(inner instanceof ComponentError || inner instanceof MergeError || inner instanceof CycleError)
          ? new KubectlError(`recursed accumulation of path '${absolute(context, full)}': ${messageOf(inner)}`)
          : inner,
      );
    }
  }
}

/** A folder that is read while it, or one in it, is being read. */
class CycleError extends KubectlError {}

/** The build inside a folder. Throws a CycleError (loader.errIfArgEqualOrHigher). */
function entered(context: Build, folder: string): Build {
  const candidate = cleanPath(absolute(context, folder));
  const inside = context.visited
    .map((each) => cleanPath(absolute(context, each)))
    .findLast((each) => `${each}/`.startsWith(`${candidate}/`));
  if (inside !== undefined)
    throw new CycleError(`cycle detected: candidate root '${candidate}' contains visited root '${inside}'`);
  return { ...context, visited: [...context.visited, folder] };
}

/** Objects of a folder that stand among others already. */
class MergeError extends KubectlError {}

/** A component that stands among resources. */
class ComponentError extends KubectlError {
  constructor(path: string) {
    super(`expected kind != 'Component' for path '${path}'`);
  }
}

function addAll(added: readonly Resource[], resources: Resource[]): void {
  for (const resource of added) {
    const id = idOf(resource.object);
    if (resources.some(({ object }) => isSameId(idOf(object), id)))
      throw new KubectlError(`may not add resource with an already registered id: ${idText(id)}`);
    resources.push(resource);
  }
}

/** Reads a file in or below the folder of a kustomization. Throws a KubectlError. */
async function readFile(context: BuildContext, folder: string, path: string): Promise<string> {
  const full = within(folder, path);
  const text = await context.files.read(full);
  if (text === undefined) throw missing(context, full);
  if (folder !== "" && !full.startsWith(`${folder}/`))
    throw new KubectlError(
      `security; file '${absolute(context, full)}' is not in or below '${absolute(context, folder)}'`,
    );
  return text;
}

const missing = (context: BuildContext, path: string, given = absolute(context, path)): KubectlError =>
  new KubectlError(`evalsymlink failure on '${given}' : lstat ${absolute(context, path)}: no such file or directory`);
