import { sha256 } from "@noble/hashes/sha2.js";
import { isConflict, isNotFound } from "../../../apimachinery/errors.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import type { JsonObject } from "../../../apimachinery/json/value.ts";
import { messageOf } from "../../../apimachinery/message-of.ts";
import type { ServedResource } from "../../../client/discovery.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, nameOf, objectAt, objectsOf, textAt, valueAt, withValueAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";
import { createPrinter } from "../../output/printer.ts";
import type { Info } from "../../resource/info.ts";
import { groupVersion, pathOf, type ResourceMapper } from "../../resource/mapper.ts";
import { lookUp } from "../../resource/mapper-of.ts";
import { klogLine } from "../../rest/request-log.ts";
import { clientVersion } from "../cluster/server-info.ts";
import { doneText, dryRunOf, writeQuery } from "../write/write-options.ts";

const domain = "applyset.kubernetes.io";
const toolingAnnotation = `${domain}/tooling`;
const namespacesAnnotation = `${domain}/additional-namespaces`;
const resourcesAnnotation = `${domain}/contains-group-resources`;
const kindsAnnotation = `${domain}/contains-group-kinds`;
const idLabel = `${domain}/id`;
const memberLabel = `${domain}/part-of`;
const parentTypeLabel = `${domain}/is-parent-type`;
const tool = "kubectl";
const manager = `${tool}-applyset`;

/** The object that keeps a set of applied objects. */
interface Parent {
  readonly resource: ServedResource;
  readonly namespace: string;
  readonly name: string;
}

/** What is found in a set, or will be: its kinds by `KIND.GROUP`, and its namespaces. */
interface Contents {
  readonly kinds: ReadonlyMap<string, ServedResource>;
  readonly namespaces: ReadonlySet<string>;
}

const noContents: Contents = { kinds: new Map(), namespaces: new Set() };

/** The parent that `--applyset` names (apply.ParseApplySetParentRef). Throws a KubectlError. */
async function parentOf(invocation: Invocation): Promise<Parent> {
  const { flags, namespace, hasNamespace } = invocation;
  const given = flags.text("applyset");
  const slash = given.indexOf("/");
  const [type, name] = slash < 0 ? ["secrets", given] : [given.slice(0, slash), given.slice(slash + 1)];
  const invalid = (problem: string): KubectlError =>
    new KubectlError(`invalid parent reference ${JSON.stringify(given)}: ${problem}`);
  if (name === "") throw invalid("name cannot be blank");
  const [resourceName = "", ...groups] = type.split(".");
  const group = groups.join(".");
  const resource = await lookUp(invocation, (mapper) => mapper.inGroup(resourceName, group));
  if (resource === undefined) throw invalid(`no matches for ${group}/, Resource=${resourceName}`);
  return { resource, name, namespace: resource.namespaced && hasNamespace ? namespace : "" };
}

const isBuiltInParent = ({ resource: { group, resource } }: Parent): boolean =>
  group === "" && (resource === "secrets" || resource === "configmaps");

/** A set of objects that are applied and pruned together (apply.ApplySet). */
export class ApplySet {
  readonly #invocation: Invocation;
  readonly #parent: Parent;
  #current = noContents;
  #updated = noContents;

  private constructor(invocation: Invocation, parent: Parent) {
    this.#invocation = invocation;
    this.#parent = parent;
  }

  /** The set of `--applyset`; undefined without it. Throws a KubectlError for a parent that there is not. */
  static async of(invocation: Invocation): Promise<ApplySet | undefined> {
    if (!invocation.flags.has("applyset") || invocation.flags.text("applyset") === "") return undefined;
    return new ApplySet(invocation, await parentOf(invocation));
  }

  /** Throws what stands against the parent (apply.ApplySet.Validate). */
  async validate(): Promise<void> {
    const { resource, namespace } = this.#parent;
    const problems: string[] = [];
    if (resource.namespaced && namespace === "")
      problems.push("namespace is required to use namespace-scoped ApplySet");
    if (!isBuiltInParent(this.#parent)) {
      const permitted: readonly string[] = await this.#customParents().catch((error: unknown) => {
        problems.push(`identifying allowed custom resource parent types: ${messageOf(error)}`);
        return [];
      });
      if (!permitted.includes(`${resource.resource}.${resource.group}`)) {
        const text = `${resource.group}/${resource.version}, Resource=${resource.resource}`;
        problems.push(`resource "${text}" is not permitted as an ApplySet parent`);
      }
    }
    if (problems.length > 0)
      throw new KubectlError(problems.length > 1 ? `[${problems.join(", ")}]` : (problems[0] ?? ""));
  }

  async #customParents(): Promise<readonly string[]> {
    const list = await this.#invocation.rest.object({
      method: "GET",
      path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
      query: { labelSelector: parentTypeLabel },
    });
    return itemsAt(list, "items").map(nameOf);
  }

  /** The label value that names the set: a hash of the name, namespace, kind and group of its parent. */
  get #id(): string {
    const { resource, namespace, name } = this.#parent;
    const hash = sha256(new TextEncoder().encode([name, namespace, resource.kind, resource.group].join(".")));
    const text = btoa(String.fromCharCode(...hash));
    return `applyset-${text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}-v1`;
  }

  get #title(): string {
    const { resource, name } = this.#parent;
    return `${resource.resource}.${resource.group}/${name}`;
  }

  /** The objects with the label of members. Throws a KubectlError for one that has it. */
  labeled(infos: readonly Info[]): readonly Info[] {
    return infos.map((info) => {
      if (valueAt(info.object, "metadata", "labels", memberLabel) !== undefined)
        throw new KubectlError(`ApplySet label "${memberLabel}" already set in input data`);
      return { ...info, object: withValueAt(info.object, ["metadata", "labels", memberLabel], this.#id) };
    });
  }

  /** Reads the parent, and writes to it what the set may hold while objects are applied. Throws a KubectlError. */
  async begin(infos: readonly Info[]): Promise<void> {
    this.#current = await this.#read();
    const namespaced = infos.filter(({ resource, namespace }) => resource.namespaced && namespace !== "");
    this.#updated = {
      kinds: new Map(infos.map(({ resource }) => [kindKey(resource), resource])),
      namespaces: new Set(namespaced.map(({ namespace }) => namespace)),
    };
    await this.#write({
      kinds: new Map([...this.#current.kinds, ...this.#updated.kinds]),
      namespaces: new Set([...this.#current.namespaces, ...this.#updated.namespaces]),
    });
  }

  async #read(): Promise<Contents> {
    const { resource, namespace, name } = this.#parent;
    let object: JsonObject;
    try {
      object = await this.#invocation.rest.object({ method: "GET", path: pathOf(resource, namespace, name) });
    } catch (error) {
      if (!isNotFound(error))
        throw new KubectlError(`failed to fetch ApplySet parent object "${this.#title}": ${messageOf(error)}`);
      if (!isBuiltInParent(this.#parent))
        throw new KubectlError("custom resource ApplySet parents cannot be created automatically");
      return noContents;
    }
    const annotations = objectAt(object, "metadata", "annotations");
    this.#checkParent(annotations, objectAt(object, "metadata", "labels"));
    const more = textAt(annotations, namespacesAnnotation);
    return {
      kinds: await lookUp(this.#invocation, (mapper) => this.#kindsOf(annotations, mapper)),
      namespaces: new Set([...(more === "" ? [] : more.split(",")), ...(resource.namespaced ? [namespace] : [])]),
    };
  }

  #checkParent(annotations: JsonObject, labels: JsonObject): void {
    const title = `ApplySet parent object "${this.#title}"`;
    if (annotations[toolingAnnotation] === undefined)
      throw new KubectlError(`${title} already exists and is missing required annotation "${toolingAnnotation}"`);
    const tooling = textAt(annotations, toolingAnnotation).replace(/\/[^/]*$/, "");
    if (tooling !== tool)
      throw new KubectlError(`${title} already exists and is managed by tooling "${tooling}" instead of "${tool}"`);
    if (labels[idLabel] === undefined)
      throw new KubectlError(`${title} exists and does not have required label ${idLabel}`);
    const id = textAt(labels, idLabel);
    if (id !== this.#id)
      throw new KubectlError(
        `${title} exists and has incorrect value for label "${idLabel}" (got: ${id}, want: ${this.#id})`,
      );
  }

  /** The kinds that annotations name. Throws a KubectlError for one that is not served. */
  #kindsOf(annotations: JsonObject, mapper: ResourceMapper): ReadonlyMap<string, ServedResource> {
    const fail = (problem: string): KubectlError =>
      new KubectlError(`parsing ApplySet annotation on "${this.#title}": ${problem}`);
    const split = (text: string): readonly string[] => (text === "" ? [] : text.split(","));
    const isOld = annotations[kindsAnnotation] === undefined;
    if (isOld && textAt(annotations, resourcesAnnotation) === "")
      throw fail(`kubectl requires the "${kindsAnnotation}" annotation to be set on all ApplySet parent objects`);
    const found = split(textAt(annotations, isOld ? resourcesAnnotation : kindsAnnotation)).map((text) => {
      const [name = "", ...groups] = text.split(".");
      const group = groups.join(".");
      if (isOld) {
        const resource = mapper.inGroup(name, group);
        if (resource !== undefined) return resource;
        const problem = `no matches for ${group}/, Resource=${name}`;
        throw fail(`invalid group resource in "${resourcesAnnotation}" annotation: ${problem}`);
      }
      const resource = mapper.resources.find((each) => each.kind === name && each.group === group);
      if (resource !== undefined) return resource;
      const problem = `no matches for kind "${name}" in group "${group}"`;
      throw fail(`could not find mapping for kind in "${kindsAnnotation}" annotation: ${problem}`);
    });
    return new Map(found.map((resource) => [kindKey(resource), resource]));
  }

  /** Applies the parent with these contents; by force, if others have written to what is the set's own. */
  async #write(contents: Contents): Promise<void> {
    const { flags, err, session } = this.#invocation;
    if (dryRunOf(flags) === "client") return;
    try {
      await this.#send(contents, false).catch((error: unknown) => {
        if (!isConflict(error)) throw error;
        const warning = `WARNING: failed to update ApplySet: ${messageOf(error)}\nApplySet field manager ${manager} should own these fields. Retrying with conflicts forced.`;
        err(klogLine("W", session.clock.now(), "applyset.go:447", warning));
        return this.#send(contents, true);
      });
    } catch (error) {
      throw new KubectlError(`failed to update ApplySet: ${messageOf(error)}`);
    }
  }

  async #send({ kinds, namespaces }: Contents, force: boolean): Promise<JsonObject> {
    const { rest, flags } = this.#invocation;
    const { resource, namespace, name } = this.#parent;
    const others = [...namespaces].filter((each) => each !== namespace);
    const annotations = {
      [namespacesAnnotation]: others.toSorted().join(","),
      [kindsAnnotation]: [...kinds.keys()].toSorted().join(","),
      [toolingAnnotation]: `${tool}/${clientVersion.gitVersion}`,
    };
    const metadata = { name, ...(namespace !== "" && { namespace }), labels: { [idLabel]: this.#id }, annotations };
    return rest.object({
      method: "PATCH",
      path: pathOf(resource, namespace, name),
      query: { ...writeQuery(flags, manager), force: String(force) },
      contentType: "application/apply-patch+yaml",
      body: encodeJson({ kind: resource.kind, apiVersion: groupVersion(resource), metadata }),
    });
  }

  /** Deletes the members that were not applied now, and writes the contents of the set to its parent. */
  async prune(applied: ReadonlySet<string>, deleteOptions: JsonObject): Promise<void> {
    const { rest, flags } = this.#invocation;
    const dryRun = dryRunOf(flags);
    const print = await createPrinter(this.#invocation);
    const options = { ...deleteOptions, ...(dryRun === "server" && { dryRun: ["All"] }) };
    const body = { apiVersion: "v1", kind: "DeleteOptions", ...options };
    for (const { object, resource, namespace } of await this.#unapplied(applied)) {
      const path = pathOf(resource, namespace, nameOf(object));
      try {
        if (dryRun !== "client") await rest.object({ method: "DELETE", path, body });
      } catch (error) {
        const title = namespace === "" ? nameOf(object) : `${namespace}/${nameOf(object)}`;
        throw new KubectlError(`pruning ${kindKey(resource)} ${title}: ${messageOf(error)}`);
      }
      print(object, doneText("pruned", dryRun));
    }
    try {
      await this.#write(this.#updated);
    } catch (error) {
      throw new KubectlError(`apply and prune succeeded, but ApplySet update failed: ${messageOf(error)}`);
    }
  }

  async #unapplied(applied: ReadonlySet<string>) {
    const places = [...this.#current.kinds.values()].flatMap((resource) =>
      (resource.namespaced ? [...this.#current.namespaces] : [""]).map((namespace) => ({ resource, namespace })),
    );
    const found = await Promise.all(
      places.map(async ({ resource, namespace }) => {
        try {
          const query = { labelSelector: `${memberLabel}=${this.#id}` };
          const list = await this.#invocation.rest.object({ method: "GET", path: pathOf(resource, namespace), query });
          return objectsOf(list).map((object) => ({ object, resource, namespace }));
        } catch (error) {
          const kind = `${resource.group}/${resource.version}, Kind=${resource.kind}`;
          throw new KubectlError(`listing ${kind} objects for pruning: ${messageOf(error)}`);
        }
      }),
    );
    return found.flat().filter(({ object }) => !applied.has(textAt(object, "metadata", "uid")));
  }
}

const kindKey = ({ kind, group }: ServedResource): string => (group === "" ? kind : `${kind}.${group}`);
