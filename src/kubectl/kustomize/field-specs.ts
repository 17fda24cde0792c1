import { isList, isObject, type JsonValue, type JsonObject } from "../../apimachinery/json/value.ts";
import { idOf } from "./resource.ts";

/** A field of the objects of a kind that a transformer looks at (types.FieldSpec). */
export interface FieldSpec {
  /** `*` for all kinds. */
  readonly kind: string;
  /** Undefined for any group. */
  readonly group: string | undefined;
  readonly path: readonly string[];
  /** Whether the way to the field is made where it is missing. */
  readonly create: boolean;
}

/** Reads lines `KIND[.GROUP] PATH[!]`; `!` makes fields that are missing. */
export const fieldSpecs = (lines: string): readonly FieldSpec[] =>
  lines
    .trim()
    .split("\n")
    .map((line) => {
      const [type = "", path = ""] = line.trim().split(" ");
      const [kind = "", ...group] = type.split(".");
      const create = path.endsWith("!");
      return {
        kind,
        group: group.length === 0 ? undefined : group.join("."),
        path: (create ? path.slice(0, -1) : path).split("/"),
        create,
      };
    });

/** Reports whether a field is one of an object's kind. */
export function isSelected({ kind, group }: Pick<FieldSpec, "kind" | "group">, object: JsonObject): boolean {
  const id = idOf(object);
  return (kind === "*" || kind === id.kind) && (group === undefined || group === id.group);
}

/** Returns another value for a field; undefined removes it. */
export type SetField = (value: JsonValue | undefined) => JsonValue | undefined;

/** An object with the fields that a table names set anew. */
export function withFields(object: JsonObject, specs: readonly FieldSpec[], set: SetField): JsonObject {
  let next: JsonValue | undefined = object;
  for (const { kind, group, path, create } of specs)
    if (isSelected({ kind, group }, object)) next = updated(next, path, create, set);
  return isObject(next) ? next : object;
}

/** Sets a field at a path, in all items of the lists on the way. */
function updated(
  value: JsonValue | undefined,
  path: readonly string[],
  create: boolean,
  set: SetField,
): JsonValue | undefined {
  const [part, ...rest] = path;
  if (part === undefined) return set(value);
  if (isList(value)) return value.map((item) => updated(item, path, create, set) ?? null);
  const object = isObject(value) ? value : {};
  const isItems = part.endsWith("[]");
  const name = isItems ? part.slice(0, -2) : part;
  const before = object[name] ?? undefined;
  if (before === undefined && (!create || isItems)) return value;
  const after = updated(before, rest, create, set);
  if (after === before) return value;
  const { [name]: _before, ...others } = object;
  return after === undefined ? others : { ...object, [name]: after };
}

const affinities = (kind: string): string =>
  ["podAffinity", "podAntiAffinity"]
    .map((affinity) => `${kind} spec/template/spec/affinity/${affinity}`)
    .flatMap((path) => [
      `${path}/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels`,
      `${path}/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels`,
    ])
    .concat(`${kind} spec/template/spec/topologySpreadConstraints/labelSelector/matchLabels`)
    .join("\n");

/** The labels of objects. */
export const ownLabels = fieldSpecs("* metadata/labels!");

/** A member of the metadata of objects and of their templates. */
const templateMember = (member: string): readonly FieldSpec[] =>
  fieldSpecs(`
* metadata/${member}!
ReplicationController spec/template/metadata/${member}!
Deployment spec/template/metadata/${member}!
ReplicaSet spec/template/metadata/${member}!
DaemonSet spec/template/metadata/${member}!
StatefulSet spec/template/metadata/${member}!
Job.batch spec/template/metadata/${member}!
CronJob.batch spec/jobTemplate/metadata/${member}!
CronJob.batch spec/jobTemplate/spec/template/metadata/${member}!
`);

/** The labels of objects and of what they are templates for (metadataLabelsFieldSpecs). */
export const templateLabels = [
  ...templateMember("labels"),
  ...fieldSpecs("StatefulSet.apps spec/volumeClaimTemplates[]/metadata/labels!"),
];

/** The labels of objects, of templates and of selectors (commonLabelFieldSpecs). */
export const allLabels = [
  ...fieldSpecs(`
Service spec/selector!
ReplicationController spec/selector!
Deployment spec/selector/matchLabels!
${affinities("Deployment.apps")}
ReplicaSet spec/selector/matchLabels!
DaemonSet spec/selector/matchLabels!
StatefulSet.apps spec/selector/matchLabels!
${affinities("StatefulSet.apps")}
Job.batch spec/selector/matchLabels
CronJob.batch spec/jobTemplate/spec/selector/matchLabels
PodDisruptionBudget.policy spec/selector/matchLabels
NetworkPolicy.networking.k8s.io spec/podSelector/matchLabels
NetworkPolicy.networking.k8s.io spec/ingress/from/podSelector/matchLabels
NetworkPolicy.networking.k8s.io spec/egress/to/podSelector/matchLabels
`),
  ...templateLabels,
];

/** The annotations of objects and of their templates (commonAnnotationFieldSpecs). */
export const allAnnotations = templateMember("annotations");

/** The namespaces of objects beside `metadata.namespace` (namespaceFieldSpecs). */
export const namespaces = fieldSpecs(`
Namespace metadata/name!
APIService.apiregistration.k8s.io spec/service/namespace!
CustomResourceDefinition.apiextensions.k8s.io spec/conversion/webhook/clientConfig/service/namespace
`);

/** The counts of replicas (replicasFieldSpecs). */
export const replicaCounts = fieldSpecs(`
Deployment spec/replicas!
StatefulSet spec/replicas!
ReplicaSet spec/replicas!
ReplicationController spec/replicas!
`);

/**
 * The fields of images (builtinpluginconsts.imagesFieldSpecs). Those of containers are found wherever they are before,
 * so that what is no longer meant by then is changed once, and a suffix comes twice.
 */
export const imageFields = fieldSpecs(`
* spec/containers[]/image
* spec/initContainers[]/image
* spec/template/spec/containers[]/image
* spec/template/spec/initContainers[]/image
* spec/volumes[]/image/reference
* spec/template/spec/volumes[]/image/reference
`);
