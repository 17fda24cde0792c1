import { pushAll } from "../../apimachinery/long-lists.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { isList, isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import type { Invocation } from "../invocation.ts";
import { itemsAt, objectAt, textAt } from "../json-access.ts";
import { aggregateText, KubectlErrors } from "../kubectl-error.ts";
import { klogLine } from "../rest/request-log.ts";
import { lookUp, mapperOf } from "./mapper-of.ts";
import { openApiOf, schemaOfKind } from "./openapi.ts";

/** Who looks for definitions of custom resources: each of kubectl's two verifiers does so once for a command. */
export type Finder = "openapi v3" | "openapi v2";

/** What is wrong with a manifest, and who looks for its kind among definitions before it is said. */
export interface Verdict {
  readonly problem?: string;
  readonly finder?: Finder;
}

/**
 * Validates a manifest as kubectl does before it sends it: by the server, if it validates fields of this kind, and by
 * its OpenAPI document otherwise (validation.paramVerifyingSchema). Throws what requests throw.
 */
export async function validate(invocation: Invocation, value: JsonValue): Promise<Verdict> {
  const problems = kindProblems(value);
  if (problems.length > 0 || !isObject(value)) return { problem: joined(problems) };
  const apiVersion = textAt(value, "apiVersion");
  const isAnyList = apiVersion === "v1" && textAt(value, "kind") === "List";
  const kind = textAt(value, "kind");
  const resource = isAnyList ? undefined : await lookUp(invocation, (known) => known.ofKind(apiVersion, kind));
  const mapper = await mapperOf(invocation);
  if (resource?.kind === textAt(value, "kind") && resource.verbs.includes("patch")) return {};
  const finder = isAnyList ? {} : ({ finder: mapper.serves(apiVersion) ? "openapi v2" : "openapi v3" } as const);
  if (invocation.flags.text("validate") === "warn") {
    const warning =
      "cannot perform warn validation if server-side field validation is unsupported, skipping validation";
    invocation.err(klogLine("W", invocation.session.clock.now(), "schema.go:145", warning));
    return finder;
  }
  const found = isAnyList ? await itemProblems(invocation, value) : await modelProblems(invocation, value);
  return found.length === 0 ? finder : { ...finder, problem: joined(found) };
}

const joined = (problems: readonly string[]): string =>
  aggregateText(new KubectlErrors(problems.map((problem) => new Error(problem))));

/** What is wrong with the kind and the apiVersion of a value (validation.getObjectKind). */
function kindProblems(value: JsonValue): readonly string[] {
  if (!isObject(value)) return ["invalid object to validate"];
  const version = value["apiVersion"] ?? null;
  const isLong = typeof version === "string" && version.split("/").length > 2;
  return [
    ...(version === null
      ? ["apiVersion not set"]
      : typeof version === "string"
        ? []
        : ["apiVersion isn't string type"]),
    ...(isLong ? [`unexpected GroupVersion string: ${version}`] : []),
    ...((value["kind"] ?? null) === null
      ? ["kind not set"]
      : typeof value["kind"] === "string"
        ? []
        : ["kind isn't string type"]),
  ];
}

async function itemProblems(invocation: Invocation, list: JsonObject): Promise<readonly string[]> {
  if (!isList(list["items"])) return ["invalid object to validate"];
  const found: string[] = [];
  for (const item of list["items"]) {
    const problems = kindProblems(item);
    pushAll(found, problems.length > 0 ? problems : await modelProblems(invocation, item));
  }
  return found;
}

/** What is wrong with an object by the OpenAPI document of its kind; nothing where there is none. */
async function modelProblems(invocation: Invocation, object: JsonValue): Promise<readonly string[]> {
  const [kind, apiVersion] = [textAt(object, "kind"), textAt(object, "apiVersion")];
  const [group, version] = apiVersion.includes("/") ? apiVersion.split("/") : ["", apiVersion];
  const document = await openApiOf(invocation, group ?? "", version ?? "");
  if (document === undefined) return [];
  const schemas = objectAt(document, "components", "schemas");
  const schema = schemaOfKind(document, { group: group ?? "", version: version ?? "", kind });
  const model = Object.keys(schemas).find((name) => schemas[name] === schema);
  if (schema === undefined || model === undefined) return [];
  const problems: string[] = [];
  new ModelValidation(schemas, problems).visit(object, kind, { path: model, schema });
  return problems;
}

/** A schema with its path, which begins with the name of its model. */
interface Model {
  readonly path: string;
  readonly schema: JsonObject;
}

/** Compares values with models (kube-openapi's proto/validation). */
class ModelValidation {
  readonly #schemas: JsonObject;
  readonly #problems: string[];

  constructor(schemas: JsonObject, problems: string[]) {
    this.#schemas = schemas;
    this.#problems = problems;
  }

  /** Collects what is wrong with a value at a path. */
  visit(value: JsonValue, path: string, given: Model): void {
    const model = this.#resolved(given);
    const { schema } = model;
    const type = typeOf(schema);
    const actual = isObject(value) ? "map" : isList(value) ? "array" : primitiveOf(value);
    if (type === "") return;
    if (type !== "object" && type !== "array") {
      if (!takes(type, actual)) this.#mistyped(path, model, actual, type);
    } else if (type === "array") {
      if (isList(value)) this.#visitItems(value, path, { path: model.path, schema: objectAt(schema, "items") });
      else this.#mistyped(path, model, actual, "array");
    } else if (!isObject(value)) this.#mistyped(path, model, actual, "map");
    else if (isObject(schema["properties"])) this.#visitFields(value, path, model);
    else this.#visitMembers(value, path, { path: model.path, schema: objectAt(schema, "additionalProperties") });
  }

  #visitItems(items: readonly JsonValue[], path: string, model: Model): void {
    for (const [i, item] of items.entries()) {
      const at = `${path}[${i}]`;
      if (item === null) this.#add(path, `unknown object type "nil" in ${at}`);
      else this.visit(item, at, model);
    }
  }

  #visitMembers(object: JsonObject, path: string, model: Model): void {
    for (const key of Object.keys(object).toSorted()) {
      const value = object[key] ?? null;
      const at = `${path}.${key}`;
      if (value === null) this.#problems.push(`unknown object type "nil" in ${at}`);
      else this.visit(value, at, model);
    }
  }

  #visitFields(object: JsonObject, path: string, model: Model): void {
    const fields = objectAt(model.schema, "properties");
    for (const key of Object.keys(object).toSorted()) {
      const value = object[key] ?? null;
      if (value === null) continue;
      const schema = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (!isObject(schema)) this.#add(path, `unknown field ${quoteGo(key)} in ${model.path}`);
      else this.visit(value, `${path}.${key}`, { path: `${model.path}.${key}`, schema });
    }
    for (const name of requiredOf(model.schema))
      if ((object[name] ?? null) === null) this.#add(path, `missing required field ${quoteGo(name)} in ${model.path}`);
  }

  /** The model that a reference stands for, or the model itself. */
  #resolved(model: Model): Model {
    const [first] = itemsAt(model.schema, "allOf");
    const name = textAt(isObject(first) ? first : model.schema, "$ref").replace("#/components/schemas/", "");
    return name === "" ? model : this.#resolved({ path: name, schema: objectAt(this.#schemas, name) });
  }

  #mistyped(path: string, { path: at }: Model, actual: string, expected: string): void {
    this.#add(path, `invalid type for ${at}: got ${quoteGo(actual)}, expected ${quoteGo(expected)}`);
  }

  #add(path: string, problem: string): void {
    this.#problems.push(`ValidationError(${path}): ${problem}`);
  }
}

/** The type of a schema in an OpenAPI v2 document, which knows no alternatives; "" where any value will do. */
function typeOf(schema: JsonObject): string {
  if (schema["nullable"] === true || schema["x-kubernetes-preserve-unknown-fields"] === true) return "";
  if (schema["x-kubernetes-int-or-string"] === true) return "";
  if (isList(schema["oneOf"]) && schema["type"] === undefined) return "string";
  return textAt(schema, "type") || (isObject(schema["properties"]) ? "object" : "");
}

const requiredOf = (schema: JsonObject): readonly string[] => {
  const fields = objectAt(schema, "properties");
  return itemsAt(schema, "required")
    .map((name) => textAt(name))
    .filter((name) => !isObject(fields[name]) || fields[name]["nullable"] !== true);
};

const primitiveOf = (value: JsonValue): string => {
  if (typeof value === "boolean" || typeof value === "string") return typeof value;
  return typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value)) ? "integer" : "number";
};

/** Reports whether a primitive type takes a value of another type: texts take all of them. */
const takes = (type: string, actual: string): boolean => {
  if (actual === "map" || actual === "array") return false;
  const isNumber = type === "integer" || type === "number";
  return type === "string" || type === actual || (isNumber && (actual === "integer" || actual === "number"));
};
