import { isList, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { itemsAt, kindOf, nameOf, objectAt, textAt, valueAt, withValueAt } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import { type Configuration, fieldSpecOf } from "./configurations.ts";
import {
  allAnnotations,
  allLabels,
  type FieldSpec,
  isSelected,
  namespaces,
  ownLabels,
  templateLabels,
  withFields,
} from "./field-specs.ts";
import { regularExpression } from "./regular-expression.ts";
import { idOf, idsOf, isClusterScoped, rememberId, type Resource } from "./resource.ts";

type Resources = readonly Resource[];

/** Which namespaces are set, and those of which subjects of role bindings. */
export interface NamespaceRules {
  readonly specs: readonly FieldSpec[];
  /** Leaves namespaces that are there. */
  readonly unsetOnly: boolean;
  readonly subjects: "defaultOnly" | "allServiceAccounts" | "none";
}

/** The rules of the field `namespace` of a kustomization. */
export const namespaceRules = (own: readonly FieldSpec[]): NamespaceRules => ({
  specs: [...namespaces, ...own],
  unsetOnly: false,
  subjects: "defaultOnly",
});

/** Puts all objects into a namespace (NamespaceTransformer). */
export function setNamespace(resources: Resources, namespace: string, rules: NamespaceRules): void {
  if (namespace === "") return;
  const set = (value: JsonValue | undefined): JsonValue =>
    rules.unsetOnly && typeof value === "string" && value !== "" ? value : namespace;
  for (const resource of resources) {
    rememberId(resource);
    const { object } = resource;
    const own = set(valueAt(object, "metadata", "namespace"));
    const placed = isClusterScoped(idOf(object)) ? object : withValueAt(object, ["metadata", "namespace"], own);
    const bound = /^(?:Cluster)?RoleBinding$/.test(kindOf(object)) ? withSubjects(placed, rules, set) : placed;
    resource.object = withFields(bound, rules.specs, set);
  }
}

/** The service accounts of a binding that are in the namespace: by default those of the name `default`. */
function withSubjects(
  binding: JsonObject,
  { subjects: which }: NamespaceRules,
  set: (value: JsonValue | undefined) => JsonValue,
): JsonObject {
  if (!isList(binding["subjects"]) || which === "none") return binding;
  const isMeant = (subject: JsonObject): boolean =>
    which === "defaultOnly" ? textAt(subject, "name") === "default" : kindOf(subject) === "ServiceAccount";
  const subjects = itemsAt(binding, "subjects").map((subject) =>
    isObject(subject) && isMeant(subject) ? { ...subject, namespace: set(subject["namespace"]) } : subject,
  );
  return { ...binding, subjects };
}

/** Objects whose names others rely on. */
const keepsName = new Set(["CustomResourceDefinition", "APIService", "Namespace"]);

/** The names of all objects. */
export const allNames: readonly FieldSpec[] = [
  { kind: "*", group: undefined, path: ["metadata", "name"], create: false },
];

const isName = ({ path }: FieldSpec): boolean => path.join("/") === "metadata/name";

/** Puts texts before and after names and other fields of objects (PrefixTransformer, SuffixTransformer). */
export function setAffixes(resources: Resources, prefix: string, suffix: string, specs: readonly FieldSpec[]): void {
  if (prefix + suffix === "") return;
  const others = specs.filter((spec) => !isName(spec));
  const affixed = (value: JsonValue | undefined): JsonValue | undefined =>
    typeof value === "string" ? `${prefix}${value}${suffix}` : value;
  for (const resource of resources) {
    if (keepsName.has(kindOf(resource.object))) continue;
    if (!specs.some((spec) => isName(spec) && isSelected(spec, resource.object))) {
      resource.object = withFields(resource.object, others, affixed);
      continue;
    }
    if (prefix !== "") resource.prefixes.push(prefix);
    if (suffix !== "") resource.suffixes.push(suffix);
    rememberId(resource);
    const name = `${prefix}${nameOf(resource.object)}${suffix}`;
    const named = withValueAt(resource.object, ["metadata", "name"], name);
    resource.object = withFields(named, others, affixed);
  }
}

/** Adds pairs to maps of objects (labels.Filter, annotations.Filter). */
export const withPairs = (resources: Resources, pairs: JsonObject, specs: readonly FieldSpec[]): void => {
  if (Object.keys(pairs).length === 0) return;
  for (const resource of resources)
    resource.object = withFields(resource.object, specs, (value) => ({ ...(isObject(value) ? value : {}), ...pairs }));
};

/** Sets the labels of `labels` and `commonLabels` (LabelTransformer). */
export function setLabels(resources: Resources, kustomization: JsonObject, { fields }: Configuration): void {
  const everywhere = [...allLabels, ...fields.commonLabels];
  for (const label of itemsAt(kustomization, "labels")) {
    const [selectors, templates] = ["includeSelectors", "includeTemplates"].map(
      (name) => textAt(label, name) === "true",
    );
    const given = itemsAt(label, "fields").map(fieldSpecOf);
    const inTemplates = templates === true ? [...templateLabels, ...fields.templateLabels] : [];
    const specs = selectors === true ? everywhere : [...inTemplates, ...ownLabels, ...fields.labels];
    withPairs(resources, textsOf(objectAt(label, "pairs")), [...given, ...specs]);
  }
  withPairs(resources, textsOf(objectAt(kustomization, "commonLabels")), everywhere);
}

/** Sets the annotations of `commonAnnotations` (AnnotationsTransformer). */
export const setAnnotations = (resources: Resources, annotations: JsonObject, own: readonly FieldSpec[]): void =>
  withPairs(resources, textsOf(annotations), [...allAnnotations, ...own]);

/** The members of a map as texts. */
export const textsOf = (map: JsonObject): JsonObject =>
  Object.fromEntries(Object.keys(map).map((key) => [key, textAt(map, key)]));

/** Sets the replicas of a workload by its name (ReplicaCountTransformer). Throws a KubectlError if there is none. */
export function setReplicas(resources: Resources, replica: JsonValue, counts: readonly FieldSpec[]): void {
  const [name, count] = [textAt(replica, "name"), Number(textAt(replica, "count"))];
  const found = resources.filter(
    (resource) =>
      counts.some((spec) => isSelected(spec, resource.object)) && idsOf(resource).some((id) => id.name === name),
  );
  if (found.length === 0) {
    const kinds = counts.map(({ kind }) => `${kind}.[noVer].[noGrp]`).join(" ");
    throw new KubectlError(`resource with name ${name} does not match a config with the following GVK [${kinds}]`);
  }
  for (const resource of found) resource.object = withFields(resource.object, counts, () => count);
}

/** Whether an image is one of a name, which is a regular expression (image.IsImageMatched). */
const matcherOf = (name: string): Promise<(image: string) => boolean> =>
  regularExpression(name, (pattern) => `^${pattern}(?::[\\w.{}-]*)?(?:@sha256:[\\w.{}-]*)?$`).catch(() => () => false);

/** The parts of the text of an image (image.Split). */
function imageParts(image: string): { readonly name: string; readonly tag: string; readonly digest: string } {
  const [named = "", digest = ""] = image.split(/@([^]*)/);
  const colon = named.indexOf(":", Math.max(0, named.indexOf("/")));
  return colon < 0
    ? { name: named, tag: "", digest }
    : { name: named.slice(0, colon), tag: named.slice(colon + 1), digest };
}

/** Changes the names, tags and digests of images (ImageTagTransformer). */
export async function setImage(resources: Resources, image: JsonValue, specs: readonly FieldSpec[]): Promise<void> {
  const isMeant = await matcherOf(textAt(image, "name"));
  const [newName, newTag, newDigest] = ["newName", "newTag", "digest"].map((member) => textAt(image, member));
  const suffix = textAt(image, "tagSuffix");
  const changed = (value: JsonValue | undefined): JsonValue | undefined => {
    if (typeof value !== "string" || !isMeant(value)) return value;
    const parts = imageParts(value);
    const isNew = Boolean(newTag) || Boolean(newDigest);
    const [tag, digest] = isNew
      ? [newTag, newDigest]
      : suffix === ""
        ? [parts.tag, parts.digest]
        : [`${parts.tag}${suffix}`, ""];
    return `${newName || parts.name}${tag ? `:${tag}` : ""}${digest ? `@${digest}` : ""}`;
  };
  for (const resource of resources) {
    if (kindOf(resource.object) === "CustomResourceDefinition") continue;
    const walked = withImages(resource.object, changed);
    resource.object = withFields(isObject(walked) ? walked : resource.object, specs, changed);
  }
}

/** A value with the images of containers changed, wherever they are. */
function withImages(value: JsonValue, changed: (image: JsonValue | undefined) => JsonValue | undefined): JsonValue {
  if (isList(value)) return value.map((item) => withImages(item, changed));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const inner = withImages(member, changed);
    if ((name !== "containers" && name !== "initContainers") || !isList(inner)) return [name, inner];
    const containers = inner.map((item) =>
      isObject(item) && item["image"] !== undefined ? { ...item, image: changed(item["image"]) ?? null } : item,
    );
    return [name, containers];
  });
  return Object.fromEntries(members);
}
