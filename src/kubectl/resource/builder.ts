import { pushAll } from "../../apimachinery/long-lists.ts";
import { isObject, type JsonObject } from "../../apimachinery/json/value.ts";
import type { ServedResource } from "../../client/discovery.ts";
import { StatusError } from "../../apimachinery/errors.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { messageOf } from "../../apimachinery/message-of.ts";
import type { Invocation } from "../invocation.ts";
import { kindOf, nameOf, namespaceOf, objectsOf } from "../json-access.ts";
import { KubectlError, PlainError } from "../kubectl-error.ts";
import type { Found, Info } from "./info.ts";
import { isBuiltIn } from "./built-in.ts";
import { groupResource, groupVersion, pathOf, type ResourceMapper } from "./mapper.ts";
import { lookUp, mapperOf } from "./mapper-of.ts";
import { readNamed } from "./read-named.ts";
import { continueOf, decodeAnswer } from "../rest/decode-answer.ts";
import { checkFiles } from "./manifest-files.ts";
import { manifestInfos, manifestSelector, notRegistered, visitRead } from "./manifests.ts";

/** How arguments become objects (resource.Builder). */
export interface BuildOptions {
  readonly args: readonly string[];
  /** One type without names and selectors means all of its objects. */
  readonly allowEmptySelector?: boolean;
  readonly allNamespaces?: boolean;
  readonly all?: boolean;
  readonly accept?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** 0 for lists in one part. */
  readonly chunkSize?: number;
  readonly subresource?: string;
  /** Leaves objects named by arguments or files unread. */
  readonly unread?: boolean;
  /** Objects of files are taken as they are written. */
  readonly asWritten?: boolean;
  /** Lists stay as the server answers them: tables are not taken apart. */
  readonly whole?: boolean;
  /** The scheme of Go types that objects must be of, as errors name it; undefined for any kind. */
  readonly scheme?: string;
  /** Objects are those of files as they are written; nothing is asked of the server. */
  readonly local?: boolean;
  /** `--selector` does not select the objects that arguments name. */
  readonly ignoresSelector?: boolean;
}

/** The scheme of kubectl's own types. */
export const kubectlScheme = "pkg/scheme/scheme.go:28";

interface Tuple {
  readonly type: string;
  readonly name: string;
}

/** What kubectl says without any resource. */
export const noResources =
  "You must provide one or more resources by argument or filename.\nExample resource specifications include:\n   '-f rsrc.yaml'\n   '--filename=rsrc.json'\n   '<resource> <name>'\n   '<resource>'";

/** Does something with an object. Its errors are told with those of objects that could not be found. */
export type Visit = (info: Info) => Promise<void>;

/** Finds the objects that flags and arguments name. Throws what is wrong with the arguments. */
export const build = async (invocation: Invocation, options: BuildOptions): Promise<Found> =>
  (await plan(invocation, options))();

/**
 * Looks at the arguments and finds their resources. Throws what is wrong with them. The result finds the objects, and
 * visits each before the next is looked for (resource.Builder.Do, resource.Result.Visit).
 */
export async function plan(invocation: Invocation, options: BuildOptions): Promise<(visit?: Visit) => Promise<Found>> {
  const { flags } = invocation;
  const hasFiles = flags.list("filename").length > 0 || flags.text("kustomize") !== "";
  if (options.local === true && !hasFiles) throw new KubectlError(noResources);
  if (hasFiles) {
    const read = await manifestsOf(invocation, options);
    return (visit) => fromFiles(invocation, options, read, visit);
  }
  if (options.all === true && flags.text("selector") + flags.text("field-selector") !== "")
    throw new KubectlError("setting 'all' parameter but found a non empty selector. ");
  const args = normalized(options.args);
  const mapper = await mapperOf(invocation);
  const combined = args.filter((arg) => arg.includes("/"));
  const selects = selectorOf(invocation, options) !== "" || flags.text("field-selector") !== "" || options.all === true;
  if (combined.length > 0) {
    if (combined.length !== args.length) throw mixedForms();
    const tuples = args.map(tupleOf);
    if (selects)
      throw new KubectlError("selectors and the all flag cannot be used when passing resource/name arguments");
    const pairs = await mapped(invocation, mapper, tuples);
    return (visit) => byNames(invocation, options, pairs, visit);
  }
  const [types = "", ...names] = args;
  if (types === "")
    throw new KubectlError(selects ? "at least one resource must be specified to use a selector" : noResources);
  const resources = await resourcesOf(invocation, mapper, types);
  if (names.length > 0) {
    if (selects) throw new KubectlError("name cannot be provided when a selector is specified");
    if (resources.length > 1) throw new KubectlError("you must specify only one resource");
    const pairs = names.map((name) => ({ resource: resources[0], name }));
    return (visit) => byNames(invocation, options, pairs, visit);
  }
  if (!selects && options.allowEmptySelector !== true)
    throw new KubectlError("resource(s) were provided, but no name was specified");
  return (visit) => bySelector(invocation, options, resources, visit);
}

const selectorOf = ({ flags }: Invocation, { ignoresSelector }: BuildOptions): string =>
  ignoresSelector === true ? "" : flags.text("selector");

async function manifestsOf(invocation: Invocation, options: BuildOptions): Promise<readonly Info[]> {
  await checkFiles(invocation);
  if (options.args.length > 0 && options.local !== true) throw argumentsWithFiles(options.args);
  try {
    const { local, scheme } = options;
    return await manifestInfos(invocation, { local, scheme, unselected: readsFiles(options) });
  } catch (error) {
    throw collects(invocation) && invocation.flags.text("kustomize") !== "" ? new PlainError(messageOf(error)) : error;
  }
}

/** These commands collect errors, which are printed without a word before them. */
const collects = ({ path }: Invocation): boolean => path === "kubectl get" || path === "kubectl describe";

const asPlain = (error: unknown): unknown =>
  error instanceof KubectlError ? new PlainError(error.message, error.code) : error;

/** Reports whether the objects that files name are read from the server. */
const readsFiles = ({ unread, local, asWritten }: BuildOptions): boolean =>
  unread !== true && local !== true && asWritten !== true;

async function fromFiles(
  invocation: Invocation,
  options: BuildOptions,
  read: readonly Info[],
  visit: Visit | undefined,
): Promise<Found> {
  const infos: Info[] = [];
  const isRead = !readsFiles(options);
  const selector = isRead ? undefined : manifestSelector(invocation);
  const latest = async (info: Info): Promise<Info | undefined> => {
    const { resource, namespace, name } = info;
    // Without a name there is nothing to read (resource.RetrieveLatest).
    const object =
      isRead || name === "" ? info.object : await readObject(invocation, options, resource, namespace, name);
    if (selector?.(object) === false) return undefined;
    infos.push({ ...info, object });
    return { ...info, object };
  };
  const errors = await visitRead(invocation, read, async (info) => visit?.(info), latest);
  const isPlain = collects(invocation) && infos.length > 0;
  return { infos, errors: isPlain ? errors.map(asPlain) : errors, single: read.length === 1, resources: [] };
}

/** The error for arguments beside files (resource.Builder.visitByPaths). */
function argumentsWithFiles(args: readonly string[]): KubectlError {
  const combined = args.filter((arg) => arg.includes("/")).length;
  if (combined > 0 && combined < args.length) return mixedForms();
  return new KubectlError(
    combined > 0
      ? "resource/name arguments cannot be provided when a path is specified"
      : "when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well",
  );
}

const mixedForms = (): KubectlError =>
  new KubectlError(
    "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'",
  );

function normalized(args: readonly string[]): readonly string[] {
  const [first = "", ...names] = args;
  const types = [...new Set(first.split(","))];
  if (names.length === 0 || types.length < 2) return args;
  return types.flatMap((type) => names.map((name) => `${type}/${name}`));
}

function tupleOf(argument: string): Tuple {
  const [type = "", name = "", ...more] = argument.split("/");
  if (more.length > 0) throw new KubectlError("arguments in resource/name form may not have more than one slash");
  if (type === "" || name === "" || type.includes(","))
    throw new KubectlError("arguments in resource/name form must have a single resource and name");
  return { type, name };
}

/** Looks a type up, with fresh discovery if it is not known. */
async function findResource(invocation: Invocation, mapper: ResourceMapper, type: string): Promise<ServedResource> {
  for (const other of mapper.alsoMeant(type))
    invocation.err(
      `Warning: short name ${quoteGo(type)} could also match lower priority resource ${groupResource(other)}\n`,
    );
  return lookUp(invocation, (known) => known.find(type));
}

async function mapped(invocation: Invocation, mapper: ResourceMapper, tuples: readonly Tuple[]) {
  const pairs: { resource: ServedResource; name: string }[] = [];
  for (const { type, name } of tuples) pairs.push({ resource: await findResource(invocation, mapper, type), name });
  return pairs;
}

async function resourcesOf(
  invocation: Invocation,
  mapper: ResourceMapper,
  types: string,
): Promise<readonly ServedResource[]> {
  const found: ServedResource[] = [];
  for (const type of new Set(types.split(","))) {
    const all = mapper.category(type);
    for (const resource of all ?? [await findResource(invocation, mapper, type)])
      if (!found.includes(resource)) found.push(resource);
  }
  return found;
}

async function byNames(
  invocation: Invocation,
  options: BuildOptions,
  pairs: readonly { readonly resource: ServedResource | undefined; readonly name: string }[],
  visit: Visit | undefined,
): Promise<Found> {
  const infos: Info[] = [];
  const errors: unknown[] = [];
  const resources: ServedResource[] = [];
  for (const { resource, name } of pairs) {
    if (resource === undefined) continue;
    if (resource.namespaced && options.allNamespaces === true)
      throw new KubectlError("a resource cannot be retrieved by name across all namespaces");
    resources.push(resource);
    const namespace = resource.namespaced ? invocation.namespace : "";
    try {
      const object = options.unread === true ? {} : await readObject(invocation, options, resource, namespace, name);
      const info = { resource, namespace, name, object, source: "" };
      infos.push(info);
      await visit?.(info);
    } catch (error) {
      errors.push(error);
    }
  }
  return { infos, errors, single: pairs.length === 1, resources };
}

async function readObject(
  invocation: Invocation,
  { accept, query, subresource, scheme }: BuildOptions,
  resource: ServedResource,
  namespace: string,
  name: string,
): Promise<JsonObject> {
  const object = await readNamed(invocation, namespace, {
    path: pathOf(resource, namespace, name, subresource),
    ...(accept !== undefined && { accept }),
    ...(query !== undefined && { query }),
  });
  if (scheme !== undefined && !isBuiltIn(resource)) throw notRegistered(groupVersion(resource), resource.kind, scheme);
  return object;
}

async function bySelector(
  invocation: Invocation,
  options: BuildOptions,
  resources: readonly ServedResource[],
  visit: Visit | undefined,
): Promise<Found> {
  const { flags } = invocation;
  if ((options.subresource ?? "") !== "")
    throw new KubectlError("subresource cannot be used when bulk resources are specified");
  const selector = selectorOf(invocation, options);
  const infos: Info[] = [];
  const errors: unknown[] = [];
  for (const resource of resources) {
    const namespace = resource.namespaced && options.allNamespaces !== true ? invocation.namespace : "";
    const found: Info[] = [];
    try {
      const pages = await pagesOf(invocation, options, resource, namespace, selector);
      if (options.scheme !== undefined && !isBuiltIn(resource))
        throw notRegistered(groupVersion(resource), `${resource.kind}List`, options.scheme);
      for (const page of pages) pushAll(found, infosOfPage(page, resource, namespace, options));
    } catch (error) {
      errors.push(withSelectors(error, resource, selector, flags.text("field-selector")));
    }
    pushAll(infos, found);
    for (const info of visit === undefined ? [] : found) await visit?.(info).catch((error) => errors.push(error));
  }
  return { infos, errors, single: false, resources };
}

/** Says what was listed, and which selectors did not fit (resource.EnhanceListError). */
function withSelectors(error: unknown, resource: ServedResource, labels: string, fields: string): unknown {
  if (!(error instanceof StatusError)) return error;
  if (error.reason !== "BadRequest" && error.reason !== "NotFound") return error;
  const what = `"${resource.group}/${resource.version}, Resource=${resource.resource}"`;
  const message =
    labels + fields === ""
      ? `Unable to list ${what}: ${error.message}`
      : `Unable to find ${what} that match label selector ${quoteGo(labels)}, field selector ${quoteGo(fields)}: ${error.message}`;
  return new StatusError({ ...error.status, message });
}

async function pagesOf(
  { rest, flags }: Invocation,
  { accept, query, chunkSize = 0 }: BuildOptions,
  resource: ServedResource,
  namespace: string,
  selector: string,
): Promise<readonly JsonObject[]> {
  const ask = (token: string): Promise<string> =>
    rest.text({
      method: "GET",
      path: pathOf(resource, namespace),
      query: {
        ...query,
        labelSelector: selector,
        fieldSelector: flags.text("field-selector"),
        limit: chunkSize === 0 ? "" : String(chunkSize),
        continue: token,
      },
      ...(accept !== undefined && { accept }),
    });
  const pages: JsonObject[] = [];
  for (let part: string | undefined = await ask(""); part !== undefined;) {
    const token = continueOf(part);
    // The server makes the next part while this one is decoded.
    const [next, page]: [string | undefined, JsonObject] = await Promise.all([
      token === "" ? undefined : ask(token),
      decodedObject(part),
    ]);
    pages.push(page);
    part = next;
  }
  return pages;
}

const decodedObject = async (text: string): Promise<JsonObject> => {
  const value = decodeAnswer(text);
  return isObject(value) ? value : {};
};

function infosOfPage(
  page: JsonObject,
  resource: ServedResource,
  namespace: string,
  { whole }: BuildOptions,
): readonly Info[] {
  if (kindOf(page) === "Table" || whole === true) return [{ resource, namespace, name: "", object: page, source: "" }];
  return objectsOf(page).map((object) => ({
    resource,
    namespace: namespaceOf(object) || namespace,
    name: nameOf(object),
    object,
    source: "",
  }));
}
