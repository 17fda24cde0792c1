import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { Invocation } from "../../invocation.ts";
import { nameOf, namespaceOf } from "../../json-access.ts";
import { annotations, events, labels, sortedKeys } from "./describe-parts.ts";

const skipped = new Set(
  ["managedFields", "name", "namespace", "labels", "annotations"].map((each) => `.metadata.${each}`),
);

/** An object of a kind that has no description of its own (describe.genericDescriber). */
export async function describeGeneric(invocation: Invocation, object: JsonObject): Promise<string> {
  const head = `Name:\t${nameOf(object)}\nNamespace:\t${namespaceOf(object)}\n${labels(object)}${annotations(object)}`;
  return head + contentText(object, "", "") + (await events(invocation, object));
}

function contentText(content: JsonObject, indent: string, path: string): string {
  return sortedKeys(content)
    .filter((key) => !skipped.has(`${path}.${key}`))
    .map((key) => {
      const value = content[key] ?? null;
      const title = `${indent}${labelFor(key)}:`;
      const inner = `${indent}  `;
      if (isObject(value)) return `${title}\n${contentText(value, inner, `${path}.${key}`)}`;
      if (!Array.isArray(value)) return `${title}\t${plain(value)}\n`;
      const items = value.map((item: JsonValue) =>
        isObject(item) ? contentText(item, inner, `${path}.${key}`) : `${inner}${plain(item)}\n`,
      );
      return `${title}\n${items.join("")}`;
    })
    .join("");
}

/** A value as Go's %v prints it. */
function plain(value: JsonValue): string {
  if (value === null) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(plain).join(" ")}]`;
  return String(value);
}

const acronyms = new Set(["API", "URL", "UID", "OSB", "GUID"]);

/** `podCIDRList` as `Pod CIDR List` (describe.smartLabelFor). */
function labelFor(field: string): string {
  if (/[^\p{L}-]/u.test(field)) return field;
  const parts = field.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}\p{Ll}+|\p{Ll}+|-+/gu) ?? [];
  return parts
    .map((part) =>
      acronyms.has(part.toUpperCase()) ? part.toUpperCase() : part.charAt(0).toUpperCase() + part.slice(1),
    )
    .join(" ");
}
