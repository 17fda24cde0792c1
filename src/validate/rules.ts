import { isList, isObject, type JsonObject, type JsonValue } from "../apimachinery/json/value.ts";
import { itemsAt, kindOf, nameOf, objectAt, textAt } from "../kubectl/json-access.ts";
import type { Complaint } from "./answer.ts";
import { objectNameOf, type Manifest } from "./manifest.ts";
import type { Places } from "./places.ts";
import type { Rule } from "./report.ts";

const denied = /(Validating|Mutating)AdmissionPolicy '([^']*)' with binding '[^']*' denied request: ([\s\S]*)$/;

/** Finds the rules that refuse objects: in policies and definitions among manifests. */
export class Rules {
  readonly #places: Places;
  readonly #policies = new Map<string, Manifest>();
  readonly #definitions = new Map<string, Manifest>();

  constructor(manifests: readonly Manifest[], places: Places) {
    this.#places = places;
    for (const manifest of manifests) {
      const { object } = manifest;
      if (kindOf(object).endsWith("AdmissionPolicy"))
        this.#policies.set(`${kindOf(object)} ${nameOf(object)}`, manifest);
      if (kindOf(object) === "CustomResourceDefinition")
        this.#definitions.set(
          `${textAt(object, "spec", "group")} ${textAt(object, "spec", "names", "kind")}`,
          manifest,
        );
    }
  }

  /** Returns the rule behind what the server says of an object; undefined if no rule is. */
  of({ message }: Complaint, object: JsonObject): Rule | undefined {
    const [, type, name = "", told = ""] = denied.exec(message) ?? [];
    return type === undefined
      ? this.#ruleOfSchema(message, object)
      : this.#ruleOfPolicy(`${type}AdmissionPolicy`, name, told);
  }

  #ruleOfPolicy(kind: string, name: string, told: string): Rule {
    const manifest = this.#policies.get(`${kind} ${name}`);
    if (manifest === undefined) return { kind, name, expression: "" };
    const validations = itemsAt(manifest.object, "spec", "validations");
    const index = validations.findIndex(
      (each) => textAt(each, "message").trim() === told.trim() || told.includes(textAt(each, "expression").trim()),
    );
    const found = index < 0 && validations.length === 1 ? 0 : index;
    if (found < 0) return { kind, name, expression: "", place: this.#places.of(manifest, ["metadata", "name"]) };
    const steps = ["spec", "validations", String(found), "expression"];
    return {
      kind,
      name,
      expression: textAt(validations[found], "expression"),
      place: this.#places.of(manifest, steps),
    };
  }

  #ruleOfSchema(message: string, object: JsonObject): Rule | undefined {
    const { apiVersion, kind } = objectNameOf(object);
    const [group = "", version = ""] = apiVersion.includes("/") ? apiVersion.split("/") : ["", apiVersion];
    const manifest = this.#definitions.get(`${group} ${kind}`);
    if (manifest === undefined) return undefined;
    const versions = itemsAt(manifest.object, "spec", "versions");
    const index = versions.findIndex((each) => textAt(each, "name") === version);
    const schema = objectAt(versions[index], "schema", "openAPIV3Schema");
    const told = message.slice(message.lastIndexOf('": ') + 3);
    const found = ruleIn(schema, told, ["spec", "versions", String(index), "schema", "openAPIV3Schema"]);
    if (found === undefined) return undefined;
    const place = this.#places.of(manifest, found.steps);
    return { kind: "CustomResourceDefinition", name: nameOf(manifest.object), expression: found.expression, place };
  }
}

/** Returns the rule of a schema, or of one within it, that has a message. */
function ruleIn(
  schema: JsonValue | undefined,
  told: string,
  steps: readonly string[],
): { readonly expression: string; readonly steps: readonly string[] } | undefined {
  if (!isObject(schema)) return undefined;
  const rules = itemsAt(schema, "x-kubernetes-validations");
  const index = rules.findIndex((rule) => {
    const expression = textAt(rule, "rule");
    const message = textAt(rule, "message");
    return message === "" ? told === `failed rule: ${expression}` : told === message;
  });
  if (index >= 0) {
    const place = [...steps, "x-kubernetes-validations", String(index), "rule"];
    return { expression: textAt(rules[index], "rule"), steps: place };
  }
  for (const member of ["properties", "items", "additionalProperties", "allOf"]) {
    const inner = schema[member];
    const children: readonly (readonly [readonly string[], JsonValue])[] = isList(inner)
      ? inner.map((each, i) => [[member, String(i)], each])
      : member === "properties" && isObject(inner)
        ? Object.entries(inner).map(([name, each]) => [[member, name], each])
        : [[[member], inner ?? null]];
    for (const [path, child] of children) {
      const found = ruleIn(child, told, [...steps, ...path]);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
