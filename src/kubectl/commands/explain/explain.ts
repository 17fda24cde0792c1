import { compareUtf8 } from "../../../apimachinery/compare-utf8.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { ServedResource } from "../../../client/discovery.ts";
import type { Invocation } from "../../invocation.ts";
import { itemsAt, objectAt, textAt, valueAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";
import { wrapWords } from "../../output/wrap-words.ts";
import type { ResourceMapper } from "../../resource/mapper.ts";
import { groupResource } from "../../resource/mapper.ts";
import { lookUp, mapperOf } from "../../resource/mapper-of.ts";

/** `kubectl explain`: prints what the OpenAPI v3 document of a resource says (explain/v2). */
export async function explain(invocation: Invocation): Promise<void> {
  const { args, flags, out, rest } = invocation;
  const [argument = ""] = args;
  if (args.length === 0)
    throw new KubectlError(
      'You must specify the type of resource to explain. Use "kubectl api-resources" for a complete list of supported resources.\n',
    );
  if (args.length > 1) throw new KubectlError("We accept only this format: explain RESOURCE\n");
  const format = flags.text("output");
  if (!format.startsWith("plaintext")) throw new KubectlError(`unrecognized format: ${format}`);
  const given = flags.text("api-version");
  const { resource, path } = await resourceAndPath(invocation, argument, given === "");
  const slash = given.indexOf("/");
  if (given.split("/").length > 2) throw new KubectlError(`unexpected GroupVersion string: ${given}`);
  const group = given === "" ? resource.group : given.slice(0, Math.max(0, slash));
  const version = given === "" ? resource.version : given.slice(slash + 1);
  if (format === "plaintext-openapiv2") {
    const { OpenApiV2Text } = await import("./explain-openapi-v2.ts");
    const document = await rest.object({ method: "GET", path: "/openapi/v2" });
    return out(
      new OpenApiV2Text(document, flags.bool("recursive")).textOf({ group, version, kind: resource.kind }, path),
    );
  }
  if (format !== "plaintext") throw new KubectlError(`--output ${format} is not available here`);
  const missing = `couldn't find resource for "${group}/${version}, Resource=${resource.resource}"`;
  const served = await rest.object({ method: "GET", path: "/openapi/v3" });
  const path3 = group === "" ? `api/${version}` : `apis/${group}/${version}`;
  if (valueAt(served, "paths", path3) === undefined) throw new KubectlError(missing);
  const document = await rest.object({ method: "GET", path: `/openapi/v3/${path3}` });
  const schemas = objectAt(document, "components", "schemas");
  const kind = kindAt(document, `/${path3}`, resource.resource) ?? resource.kind;
  const root = Object.keys(schemas)
    .sort(compareUtf8)
    .map((name) => objectAt(schemas, name))
    .find((schema) => isOfKind(schema, group, version, kind));
  if (root === undefined)
    throw new KubectlError(`GVR (${group}/${version}, Resource=${resource.resource}) not found in OpenAPI schema`);
  out(`${group === "" ? "" : `GROUP:      ${group}\n`}KIND:       ${kind}\nVERSION:    ${version}\n\n`);
  const body = fieldText({ schemas, recursive: flags.bool("recursive") }, root, path, new Set());
  if (body === "") throw new KubectlError(`field "${path.at(-1) ?? ""}" does not exist`);
  out(`${body}\n`);
}

/** Returns the kind that operations on a resource are of, which another group has, too, with `--api-version`. */
function kindAt(document: JsonObject, root: string, resource: string): string | undefined {
  const items = [`/namespaces/{namespace}/${resource}`, `/${resource}`].map((path) =>
    objectAt(document, "paths", root + path),
  );
  for (const method of ["get", "post", "put", "patch", "delete"])
    for (const item of items) {
      const kind = textAt(item, method, "x-kubernetes-group-version-kind", "kind");
      if (kind !== "") return kind;
    }
  return undefined;
}

const isOfKind = (schema: JsonObject, group: string, version: string, kind: string): boolean =>
  itemsAt(schema, "x-kubernetes-group-version-kind").some(
    (each) => textAt(each, "group") === group && textAt(each, "version") === version && textAt(each, "kind") === kind,
  );

async function resourceAndPath(invocation: Invocation, argument: string, prefixed: boolean) {
  const [first = "", ...rest] = argument.replace(/\.$/, "").split(".");
  if (first === "") throw new KubectlError("invalid jsonpath syntax, first node must be field node");
  const resource = await lookUp(invocation, (mapper) => mapper.findPlain(first));
  if (rest.some((part) => /[[\]*()]/.test(part)))
    throw new KubectlError(
      `invalid jsonpath syntax, ${prefixed ? "first node must be field node" : "all nodes must be field nodes"}`,
    );
  const longer = prefixed ? withGroup(await mapperOf(invocation), argument, resource) : undefined;
  if (longer === undefined) return { resource, path: rest };
  const suffix = argument.slice(groupResource(longer).length);
  return { resource: longer, path: suffix.split(".").filter((part) => part !== "") };
}

const withGroup = (
  mapper: ResourceMapper,
  argument: string,
  { resource }: ServedResource,
): ServedResource | undefined =>
  mapper.resources.find((each) => each.resource === resource && argument.startsWith(groupResource(each)));

interface Context {
  readonly schemas: JsonObject;
  readonly recursive: boolean;
}

const refOf = (schema: JsonValue): string => textAt(schema, "$ref");
const resolve = ({ schemas }: Context, schema: JsonObject): JsonObject => {
  const name = refOf(schema).split("/").at(-1) ?? "";
  return name === "" ? schema : objectAt(schemas, name);
};
const partsOf = (schema: JsonObject): readonly JsonObject[] => itemsAt(schema, "allOf").filter(isObject);
const valuesOf = (schema: JsonObject): JsonObject | undefined => {
  const value = valueAt(schema, "additionalProperties");
  return isObject(value) ? value : undefined;
};
const elementsOf = (schema: JsonObject): JsonObject | undefined => {
  const value = valueAt(schema, "items");
  return isObject(value) ? value : undefined;
};

/** Follows a path of fields and explains where it ends; "" if it does not lead anywhere. */
function fieldText(context: Context, schema: JsonObject, path: readonly string[], seen: ReadonlySet<string>): string {
  const ref = refOf(schema);
  const resolved = resolve(context, schema);
  const [first] = path;
  if (first === undefined) return endText(context, resolved);
  if (ref !== "" && seen.has(ref)) return "";
  const history = new Set([...seen, ref]);
  const property = valueAt(resolved, "properties", first);
  if (isObject(property)) {
    const last = path.length === 1;
    const head = last ? `FIELD: ${first} <${typeText(context, property)}>\n${longEnum(property)}\n\n` : "";
    const rest = fieldText(context, property, path.slice(1), new Set());
    return rest === "" ? "" : head + rest;
  }
  const inner = elementsOf(resolved) ?? valuesOf(resolved);
  if (inner !== undefined) return fieldText(context, inner, path, history);
  for (const part of partsOf(resolved)) {
    const text = fieldText(context, part, path, history);
    if (text !== "") return text;
  }
  return "";
}

function endText(context: Context, schema: JsonObject): string {
  const text = descriptionOf(context, schema) || "<empty>";
  const fields = fieldList(context, schema, 1, new Set());
  return `DESCRIPTION:\n${indent(4, wrapWords(text, 76))}\n${fields === "" ? "" : `FIELDS:\n${fields}`}`;
}

function descriptionOf(context: Context, schema: JsonObject): string {
  const resolved = resolve(context, schema);
  const own = textAt(resolved, "description");
  const inner = [...partsOf(resolved), elementsOf(resolved), valuesOf(resolved)];
  const rest = inner.map((each) => (each === undefined ? "" : descriptionOf(context, each)));
  return `${own === "" ? "" : `${own}\n`}${rest.join("")}`;
}

function fieldList(context: Context, schema: JsonObject, level: number, seen: ReadonlySet<string>): string {
  const ref = refOf(schema);
  if (ref !== "" && seen.has(ref)) return "";
  const history = new Set([...seen, ref]);
  const resolved = resolve(context, schema);
  const properties = objectAt(resolved, "properties");
  const required = new Set(itemsAt(resolved, "required").map(String));
  const fields = Object.keys(properties)
    .sort(compareUtf8)
    .map((name) => {
      const property = objectAt(properties, name);
      const own = detail(context, name, property, required.has(name), level);
      return own + (context.recursive ? fieldList(context, property, level + 1, history) : "");
    });
  const inner = [...partsOf(resolved), elementsOf(resolved), valuesOf(resolved)];
  const rest = inner.map((each) => (each === undefined ? "" : fieldList(context, each, level, history)));
  return fields.join("") + rest.join("");
}

function detail(context: Context, name: string, schema: JsonObject, required: boolean, level: number): string {
  const width = level * 2;
  const head = `${" ".repeat(width)}${name}\t<${typeText(context, schema)}>${required ? " -required-" : ""}${shortEnum(schema, width)}\n`;
  if (context.recursive) return head;
  const text = textAt(schema, "description") || "<no description>";
  return `${head}${indent(width + 2, wrapWords(text, 78 - width))}\n\n`;
}

function typeText(context: Context, schema: JsonObject): string {
  const [items, values, parts] = [elementsOf(schema), valuesOf(schema), partsOf(schema)];
  const [only] = parts;
  if (items !== undefined) return `[]${typeText(context, items)}`;
  if (values !== undefined) return `map[string]${typeText(context, values)}`;
  if (only !== undefined && parts.length === 1 && valueAt(schema, "properties") === undefined)
    return typeText(context, only);
  if (refOf(schema) !== "") {
    const type = textAt(resolve(context, schema), "type");
    return type === "" || type === "object" ? (refOf(schema).split(/[./]/).at(-1) ?? "Object") : type;
  }
  const type = textAt(schema, "type");
  return type === "" || type === "object" ? "Object" : type;
}

const enumText = (value: JsonValue): string => (value === "" ? '""' : String(value));

function shortEnum(schema: JsonObject, width: number): string {
  const values = itemsAt(schema, "enum");
  if (values.length === 0) return "";
  const shown = values.slice(0, 4).map(enumText).join(", ");
  return `\n${" ".repeat(width)}enum: ${shown}${values.length > 4 ? ", ...." : ""}`;
}

function longEnum(schema: JsonObject): string {
  const values = itemsAt(schema, "enum");
  return values.length === 0 ? "" : `ENUM:${values.map((value) => `\n    ${enumText(value)}`).join("")}`;
}

const indent = (amount: number, text: string): string =>
  " ".repeat(amount) + text.replaceAll("\n", `\n${" ".repeat(amount)}`);
