import { newInternalError, StatusError } from "../../../apimachinery/errors.ts";
import { encodeJson } from "../../../apimachinery/json/encode.ts";
import { typeMetaStruct, typeName } from "../../../apimachinery/json/type-name.ts";
import { isList, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import { asJson, asKubeObject, type KubeObject } from "../../../apimachinery/meta.ts";
import { EvalError } from "../../../cel/values/eval-error.ts";
import { ListValue, type Value } from "../../../cel/values/value.ts";
import { parseJsonPatch } from "../../patch/json-patch.ts";
import { PatchFailure } from "../../patch/patch-failure.ts";
import { formOf } from "../../../structured-merge-diff/form.ts";
import { mergeTyped } from "../../../structured-merge-diff/merge.ts";
import { fieldOf, memberAtom, type Atom } from "../../../structured-merge-diff/schema.ts";
import { TypedError } from "../../../structured-merge-diff/typed-error.ts";
import { validateValue } from "../../../structured-merge-diff/validate.ts";
import { isMap } from "../../../structured-merge-diff/value.ts";
import {
  ConstructedObject,
  constructedJson,
  JsonPatchValue,
  type Natives,
  patchValueJson,
  typeNameProblems,
} from "../cel/patch-types.ts";
import type { NativeValue } from "../cel/native-value.ts";

/** A mutation that failed for a reason that the failure policy of its policy decides about. */
export class MutationError extends Error {
  /** Whether the expression did not compile or was too expensive; "" for other errors. */
  readonly type: "compile_error" | "invalid_error" | "out_of_budget";
  constructor(message: string, type: MutationError["type"] = "invalid_error") {
    super(message);
    this.type = type;
  }
}

/**
 * Applies the JSON patch that an expression returned (patch.jsonPatcher). A failed `test` leaves the object unchanged.
 * Throws MutationError.
 */
export function applyJsonPatch(result: Value, object: KubeObject): KubeObject {
  const operations = result instanceof ListValue ? result.toArray().map(operationOf) : [];
  try {
    return withTypeMeta(parseJsonPatch(encodeJson(operations), "raw").apply(asJson(object)));
  } catch (error) {
    if (error instanceof StatusError && error.cause === undefined) throw error;
    const failure = error instanceof StatusError ? error.cause : error;
    if (!(failure instanceof PatchFailure)) throw newInternalError(error instanceof Error ? error : String(error));
    if (failure.message.endsWith(": test failed")) return object;
    throw new MutationError(`JSON Patch: ${failure.message}`);
  }
}

/**
 * Returns a patched object, if its kind and version can still be read (meta.Interpret). Null is decoded into an empty
 * one.
 */
function withTypeMeta(patched: JsonValue): KubeObject {
  if (patched === null) return asKubeObject({});
  if (!isMap(patched)) throw metaError(patched, `value of type ${typeMetaStruct}`);
  for (const name of ["apiVersion", "kind"]) {
    const member = patched[name] ?? "";
    if (typeof member !== "string") throw metaError(member, `struct field .${name} of type string`);
  }
  return asKubeObject(patched);
}

const metaError = (json: JsonValue, place: string): StatusError =>
  newInternalError(
    `couldn't get version/kind; json parse error: json: cannot unmarshal ${typeName(json)} into Go ${place}`,
  );

function operationOf(value: Value): JsonValue {
  if (!(value instanceof JsonPatchValue))
    throw new MutationError("type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch");
  const { op, path, from } = value;
  const operation: JsonObject = { op, path, ...(from !== "" && { from }) };
  if (value.value === undefined) return operation;
  if (value.value instanceof ConstructedObject) refuseTypeNames(value.value);
  const json = patchValueJson(value.value);
  if (typeof json === "object" && json instanceof EvalError)
    throw new MutationError(
      `JSONPath valueExpression evaluated to a type that could not marshal to JSON: ${json.message}`,
    );
  return { ...operation, value: json };
}

function refuseTypeNames(object: ConstructedObject): void {
  const problems = typeNameProblems(object);
  if (problems.length > 0) throw new MutationError(`type mismatch: ${problems.join("\n")}`);
}

/** Merges the apply configuration that an expression returned into an object (patch.applyConfigPatcher). */
export function applyConfiguration(result: Value, object: KubeObject, atom: Atom): KubeObject {
  if (!(result instanceof ConstructedObject))
    throw new MutationError("unsupported return type from ApplyConfiguration expression");
  refuseTypeNames(result);
  const natives: Natives = new Map();
  const json = constructedJson(result, natives);
  if (typeof json === "string") throw new MutationError(`invalid return type: ${json}`);
  const { apiVersion = "", kind = "" } = object;
  const patch = { ...json, apiVersion, kind };
  return merged(patch, natives, object, atom);
}

function merged(patch: JsonObject, natives: Natives, object: KubeObject, atom: Atom): KubeObject {
  const failed = (words: string, error: unknown): never => {
    if (!(error instanceof TypedError)) throw error;
    throw new MutationError(`error applying patch: ${words}: ${error.message}`);
  };
  const toTyped = "failed to convert patch object to typed object";
  const misfits = [...natives].flatMap(([path, native]) => nativeProblem(patch, atom, path, native));
  if (misfits.length > 0) failed(toTyped, new TypedError(joined(misfits)));
  try {
    validateValue(patch, atom, false);
  } catch (error) {
    failed(toTyped, error);
  }
  const atomics = findAtomics("", atom, patch);
  if (atomics.length > 0)
    throw new MutationError(
      `error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomics.join(", ")}`,
    );
  try {
    validateValue(asJson(object), atom, false);
  } catch (error) {
    failed("failed to convert original object to typed object", error);
  }
  try {
    return asKubeObject(mergeTyped(asJson(object), patch, atom));
  } catch (error) {
    return failed("failed to merge patch", error);
  }
}

const joined = (faults: readonly string[]): string =>
  faults.length === 1 ? (faults[0] ?? "") : ["errors:", ...[...faults].sort().map((fault) => `  ${fault}`)].join("\n");

/** Describes why a Go value of an expression that is no JSON value does not fit its type. */
function nativeProblem(patch: JsonObject, root: Atom, path: string, native: NativeValue): readonly string[] {
  const { atom, shown } = placeAt(patch, root, path);
  return atom === undefined ? [] : [`${shown}: ${misfit(atom, native)}`];
}

function misfit({ scalar, map, fallback }: Atom, { type, syntax, text }: NativeValue): string {
  switch (map === undefined ? scalar : undefined) {
    case "numeric":
      return `expected numeric (int or float), got ${type}`;
    case "string":
      return `expected string, got &value.valueUnstructured{Value:${syntax}}`;
    case "boolean":
      return `expected boolean, got &{${text}}`;
    case "untyped":
      return `expected any scalar, got &{${text}}`;
    case undefined:
      return `expected ${map === undefined ? fallback : "map"}, got &{${text}}`;
  }
}

/** Returns the type at a path, and the path as errors show it: items of sets have no place, and this one no value. */
function placeAt(
  patch: JsonObject,
  root: Atom,
  path: string,
): { readonly atom: Atom | undefined; readonly shown: string } {
  let atom: Atom | undefined = root;
  let value: JsonValue | undefined = patch;
  let shown = "";
  for (const [step, name, index] of path.matchAll(/\.([^.[]+)|\[(\d+)\]/g)) {
    const list: Atom["list"] = atom?.list;
    shown +=
      index !== undefined && list !== undefined && !list.atomic && list.keys.length === 0 ? "[={{undefined}}]" : step;
    if (name !== undefined) {
      atom = atom?.map && memberAtom(atom.map, name);
      value = value !== undefined && isMap(value) ? value[name] : undefined;
    } else {
      atom = list?.items;
      value = value !== undefined && isList(value) ? value[Number(index)] : undefined;
    }
  }
  return { atom, shown };
}

/** Returns the paths of all atomic parts of a configuration; only whole ones could be set (patch.findAtomics). */
function findAtomics(path: string, atom: Atom, value: JsonValue): readonly string[] {
  const form = formOf(atom, value);
  if (form === "map" && atom.map !== undefined && isMap(value)) {
    const { map } = atom;
    const own = map.atomic ? [path] : [];
    return [
      ...own,
      ...Object.entries(value).flatMap(([name, member]) => {
        const field = fieldOf(map, name);
        return field === undefined ? [] : findAtomics(`${path}.${name}`, field.type, member);
      }),
    ];
  }
  if (form !== "list" || atom.list === undefined || !isList(value)) return [];
  const { list } = atom;
  const own = list.atomic ? [path] : [];
  return [...own, ...value.flatMap((item, i) => findAtomics(`${path}[${i}]`, list.items, item))];
}
