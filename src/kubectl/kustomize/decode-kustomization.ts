import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import { encodeJson } from "../../apimachinery/json/encode.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { KubectlError } from "../kubectl-error.ts";

/**
 * The Go types of a kustomization (sigs.k8s.io/kustomize/api/types), whose fields are strings where no type stands;
 * a name in capitals is embedded. `any` is what is not built here.
 */
const declarations = `
Kustomization TypeMeta metadata:ObjectMeta openapi:any namePrefix nameSuffix namespace commonLabels:map[string]string labels:[]Label commonAnnotations:map[string]string patchesStrategicMerge:[]PatchStrategicMerge patchesJson6902:[]Patch patches:[]Patch images:[]Image imageTags:[]Image replacements:[]ReplacementField replicas:[]Replica vars:[]Var sortOptions:SortOptions resources:[]string components:[]string crds:[]string bases:[]string configMapGenerator:[]ConfigMapArgs secretGenerator:[]SecretArgs helmGlobals:any helmCharts:any helmChartInflationGenerator:any generatorOptions:GeneratorOptions configurations:[]string generators:[]string transformers:[]string validators:[]string buildMetadata:[]string
TypeMeta kind apiVersion
ObjectMeta name namespace labels:map[string]string annotations:map[string]string
Label pairs:map[string]string includeSelectors:bool includeTemplates:bool fields:[]FieldSpec
FieldSpec Gvk path create:bool
Gvk group version kind
ResId Gvk name namespace
Patch path patch target:Selector options:map[string]bool
Selector ResId annotationSelector labelSelector
Image name newName tagSuffix newTag digest
ReplacementField Replacement path
Replacement source:SourceSelector targets:[]*TargetSelector sourceValue
SourceSelector ResId fieldPath options:FieldOptions
TargetSelector select:Selector reject:[]*Selector fieldPaths:[]string options:FieldOptions
FieldOptions delimiter index:int encoding create:bool
Replica name count:int64
Var name objref:Target fieldref:FieldSelector
Target apiVersion Gvk name namespace
FieldSelector fieldPath
SortOptions order legacySortOptions:LegacySortOptions
LegacySortOptions orderFirst:[]string orderLast:[]string
ConfigMapArgs GeneratorArgs
SecretArgs GeneratorArgs type
GeneratorArgs namespace name behavior KvPairSources options:GeneratorOptions
KvPairSources literals:[]string files:[]string envs:[]string env
GeneratorOptions labels:map[string]string annotations:map[string]string disableNameSuffixHash:bool immutable:bool
`;

const structs: ReadonlyMap<string, readonly string[]> = new Map(
  declarations
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", ...fields] = line.split(" ");
      return [name, fields];
    }),
);

/** A field with the names of the structs that it is embedded by, as errors of encoding/json tell it. */
interface Field {
  readonly name: string;
  readonly path: string;
  readonly type: string;
}

const fieldsOf = (struct: string): readonly Field[] =>
  (structs.get(struct) ?? []).flatMap((word) => {
    const [name = "", type = "string"] = word.split(":");
    if (!structs.has(name)) return [{ name, path: name, type }];
    return fieldsOf(name).map((field) => ({ ...field, path: `${name}.${field.path}` }));
  });

/** Where a value is, and the struct that it is in. */
interface At {
  readonly struct: string;
  readonly path: string;
}

/**
 * Returns a kustomization with the names of its fields as they are declared, which may be written in other capitals.
 * Throws a KubectlError for the first field that is none, or is of another type, as json.Decoder does with
 * DisallowUnknownFields once YAML has become JSON, whose keys are sorted (Kustomization.Unmarshal).
 */
export function decodeKustomization(value: JsonValue): JsonObject {
  if (!isObject(value)) throw problem(value, "Go value", "types.Kustomization");
  return decodedStruct(value, { struct: "Kustomization", path: "" });
}

function decodedStruct(object: JsonObject, { struct, path }: At): JsonObject {
  const fields = fieldsOf(struct);
  const decoded: Record<string, JsonValue> = {};
  for (const key of Object.keys(object).toSorted(compareUtf8)) {
    const field =
      fields.find(({ name }) => name === key) ?? fields.find(({ name }) => name.toLowerCase() === key.toLowerCase());
    if (field === undefined)
      throw new KubectlError(`invalid Kustomization: json: unknown field ${JSON.stringify(key)}`);
    const at = { struct, path: path === "" ? field.path : `${path}.${field.path}` };
    decoded[field.name] = decodedValue(object[key] ?? null, field.type, at);
  }
  return decoded;
}

function decodedValue(value: JsonValue, type: string, at: At): JsonValue {
  if (value === null || type === "any") return value;
  if (type.startsWith("[]")) {
    if (!isList(value)) throw mismatch(value, type, at);
    return value.map((item) => decodedValue(item, type.slice(2).replace("*", ""), at));
  }
  if (type.startsWith("map[string]")) {
    if (!isObject(value)) throw mismatch(value, type, at);
    for (const key of Object.keys(value).toSorted(compareUtf8))
      decodedValue(value[key] ?? null, type.slice("map[string]".length), at);
    return value;
  }
  if (structs.has(type)) {
    if (!isObject(value)) throw mismatch(value, type, at);
    return decodedStruct(value, { struct: type, path: at.path });
  }
  if (!isOfType(value, type)) throw mismatch(value, type, at);
  return value;
}

function isOfType(value: JsonValue, type: string): boolean {
  if (type === "bool") return typeof value === "boolean";
  if (type.startsWith("int")) return typeOf(value) === "number" && /^-?\d+$/.test(encodeJson(value));
  return typeof value === "string";
}

const typeOf = (value: JsonValue): string => {
  if (isList(value)) return "array";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  return isObject(value) ? "object" : "number";
};

const mismatch = (value: JsonValue, type: string, { struct, path }: At): KubectlError =>
  problem(
    value,
    `Go struct field ${struct}.${path}`,
    type.replace(/[A-Z]/, "types.$&"),
    type.startsWith("int") && typeOf(value) === "number",
  );

const problem = (value: JsonValue, target: string, type: string, tells = false): KubectlError =>
  new KubectlError(
    `invalid Kustomization: json: cannot unmarshal ${typeOf(value)}${tells ? ` ${encodeJson(value)}` : ""} into ${target} of type ${type}`,
  );
