import { isList, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { textAt, valueAt } from "../json-access.ts";
import { KubectlError } from "../kubectl-error.ts";
import { printGoValue } from "../../apimachinery/go-values.ts";
import { type FieldSpec, fieldSpecs, withFields } from "./field-specs.ts";
import { type Id, idOf, idsOf, type Resource } from "./resource.ts";

/** A variable of a kustomization, bound to the object whose field it stands for (types.Var). */
export interface Variable {
  readonly name: string;
  /** The variable as errors show it. */
  readonly text: string;
  readonly path: string;
  /** Undefined where no object is meant. */
  readonly resource: Resource | undefined;
}

/** A variable in the words of errors: its name, the kind of its object, and the field. */
const textOf = (name: string, { kind, version, group }: Pick<Id, "kind" | "version" | "group">, path: string): string =>
  `{${name} ${kind}.${version || "[noVer]"}.${group || "[noGrp]"} {${path}}}`;

/** Adds the entries of `vars`, each bound to one of the objects (ResAccumulator.MergeVars). Throws a KubectlError. */
export function addVariables(into: Variable[], entries: readonly JsonValue[], resources: readonly Resource[]): void {
  for (const entry of entries) {
    const variable = variableOf(entry, resources);
    if (into.some(({ name }) => name === variable.name)) {
      const all = entries.map((each) => {
        const id = { kind: textAt(each, "objref", "kind"), version: "", group: "" };
        return textOf(textAt(each, "name"), id, textAt(each, "fieldref", "fieldpath"));
      });
      throw new KubectlError(`merging vars [${all.join(" ")}]: var '${variable.name}' already encountered`);
    }
    into.push(variable);
  }
}

function variableOf(entry: JsonValue, resources: readonly Resource[]): Variable {
  const name = textAt(entry, "name");
  const target = { apiVersion: textAt(entry, "objref", "apiVersion"), kind: textAt(entry, "objref", "kind") };
  const { group, version, kind } = idOf(target);
  const [wanted, namespace] = ["name", "namespace"].map((member) => textAt(entry, "objref", member));
  const path = textAt(entry, "fieldref", "fieldpath") || textAt(entry, "fieldref", "fieldPath") || "metadata.name";
  const found = resources.filter((resource) =>
    idsOf(resource).some(
      (id) =>
        id.group === group &&
        id.version === version &&
        id.kind === kind &&
        id.name === wanted &&
        (namespace === "" || (id.namespace || "default") === namespace),
    ),
  );
  if (found.length > 1)
    throw new KubectlError(
      `found ${found.length} resId matches for var ${name} (unable to disambiguate): ${found.length}`,
    );
  return { name, text: textOf(name, { kind, version, group }, path), path, resource: found[0] };
}

/** The value that a variable stands for. Throws a KubectlError. */
function valueOf({ text, path, resource }: Variable): JsonValue {
  if (resource === undefined)
    throw new KubectlError(`var '${text}' cannot be mapped to a field in the set of known resources`);
  const parts = path.replace(/\[([^[\]]*)\]/g, ".$1").split(".");
  let value: JsonValue | undefined = resource.object;
  for (const part of parts.filter((each) => each !== ""))
    value = isList(value) ? value[Number(part)] : value === undefined ? undefined : valueAt(value, part);
  if (value === undefined || value === null)
    throw new KubectlError(`field specified in var '${text}' not found in corresponding resource`);
  return value;
}

const containerFields = ["containers", "initContainers"]
  .flatMap((list) => ["args", "command", "env/value", "volumeMounts/mountPath"].map((field) => `${list}/${field}`))
  .concat("volumes/nfs/server");

const ofPods = (kind: string, spec: string): string =>
  containerFields.map((field) => `${kind} ${spec}/${field}`).join("\n");

/** The fields in which variables are looked for (varReferenceFieldSpecs). */
const variableFields = fieldSpecs(`
${ofPods("CronJob", "spec/jobTemplate/spec/template/spec")}
${["DaemonSet", "Deployment", "Job", "ReplicaSet", "StatefulSet"].map((kind) => ofPods(kind, "spec/template/spec")).join("\n")}
${ofPods("Pod", "spec")}
Deployment spec/template/metadata/annotations
Ingress spec/rules/host
Ingress spec/tls/hosts
Ingress spec/tls/secretName
Service spec/ports/port
Service spec/ports/targetPort
StatefulSet spec/volumeClaimTemplates/spec/nfs/server
PersistentVolume spec/nfs/server
* metadata/labels
* metadata/annotations
`);

/** Puts the values of variables where objects have their names, `$(NAME)` (ResAccumulator.ResolveVars). */
export function resolveVariables(
  resources: readonly Resource[],
  variables: readonly Variable[],
  own: readonly FieldSpec[],
): void {
  if (variables.length === 0) return;
  const values = new Map(variables.map((variable) => [variable.name, valueOf(variable)]));
  const specs = [...variableFields, ...own];
  for (const resource of resources)
    resource.object = withFields(resource.object, specs, (value) => expanded(value, values));
}

function expanded(value: JsonValue | undefined, values: ReadonlyMap<string, JsonValue>): JsonValue | undefined {
  if (isList(value)) return value.map((item) => expanded(item, values) ?? null);
  if (isObject(value)) return expandedMembers(value, values);
  if (typeof value !== "string") return value;
  const whole = /^\$\(([^()]*)\)$/.exec(value)?.[1];
  if (whole !== undefined) return values.get(whole) ?? value;
  return value.replace(/\$\$|\$\(([^()]*)\)/g, (text, name: string | undefined) => {
    if (name === undefined) return "$";
    const found = values.get(name);
    return found === undefined ? text : printGoValue(found);
  });
}

const expandedMembers = (object: JsonObject, values: ReadonlyMap<string, JsonValue>): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, expanded(value, values) ?? null]));
