import { isRecord } from "../../apimachinery/is-record.ts";
import type { BodyEdit, Remedy } from "../diagnosis.ts";
import { pathText } from "./field-path.ts";
import type { Finding } from "./refused.ts";

type Path = readonly (string | number)[];

/** The places of a value at a path that leaves out the numbers of items: `spec.containers.ports.containerPort`. */
function placesOf(
  value: unknown,
  names: readonly string[],
  path: Path = [],
): readonly { path: Path; value: unknown }[] {
  if (Array.isArray(value) && names.length > 0) return value.flatMap((item, i) => placesOf(item, names, [...path, i]));
  const [name, ...rest] = names;
  if (name === undefined) return [{ path, value }];
  return isRecord(value) && name in value ? placesOf(value[name], rest, [...path, name]) : [];
}

/** The members of a map, or the items of a list, with their paths; the value itself where the type is of neither. */
const partsOf = ({ path, value }: { path: Path; value: unknown }, type: string) =>
  type === "string" && isRecord(value)
    ? Object.entries(value).map(([name, member]) => ({ path: [...path, name], value: member }))
    : !/^(?:\[\]|map\[)/.test(type) && Array.isArray(value)
      ? value.map((member: unknown, i) => ({ path: [...path, i], value: member }))
      : [{ path, value }];

/** Reports whether a value is of a type as Go's decoder names it. */
function isSent(found: string, value: unknown): boolean {
  if (found === "array") return Array.isArray(value);
  return found === "object" ? isRecord(value) : found === (typeof value === "boolean" ? "bool" : typeof value);
}

/** The value that was meant, in the type that the field takes; undefined where that is not clear. */
function convertedTo(type: string, value: unknown): unknown {
  if (type === "string") return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
  if (/^u?int/.test(type)) return typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : undefined;
  if (type === "bool") return value === "true" ? true : value === "false" ? false : undefined;
  if (type === "[]string")
    return typeof value === "string" ? value.split(" ").filter((word) => word !== "") : undefined;
  if (type === "[]v1.EnvVar" && isRecord(value))
    return Object.entries(value).map(([name, text]) => ({ name, value: String(text) }));
  return type.startsWith("[]") && isRecord(value) ? [value] : undefined;
}

function typeWords(type: string): string {
  if (/^u?int/.test(type)) return "a whole number";
  if (type.startsWith("float")) return "a number";
  if (type === "bool") return "true or false";
  if (type === "string") return "a text";
  if (type.startsWith("[]")) return "a list";
  if (type.startsWith("map[")) return "a map";
  return `an object (${type.slice(type.lastIndexOf(".") + 1)})`;
}

/** The values of a body that are no maps or lists, with their paths. */
function leavesOf(value: unknown, path: Path = []): readonly { path: Path; value: unknown }[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => leavesOf(item, [...path, i]));
  return isRecord(value)
    ? Object.entries(value).flatMap(([name, member]) => leavesOf(member, [...path, name]))
    : [{ path, value }];
}

const stringSent = "a string was sent: write it without quotes";

/** The values of a patch that may be meant for a type, as edits: texts that say numbers or booleans, and booleans. */
const mistypedLeaves = (type: string, body: unknown): readonly (BodyEdit & { readonly sent: "bool" | "string" })[] =>
  leavesOf(body).flatMap(({ path, value }) => {
    // a number for a text is told by another message
    const meant = typeof value === "number" ? undefined : convertedTo(type, value);
    return meant === undefined ? [] : [{ path, value: meant, sent: typeof value === "boolean" ? "bool" : "string" }];
  });

/** `unrecognized type: int32`, which is said of a patch without the field: the only value that it can be. */
export function mistypedPatch(message: string, body: unknown): Finding | undefined {
  const type = /unrecognized type: (\w+)$/.exec(message)?.[1];
  if (type === undefined) return undefined;
  const edits = mistypedLeaves(type, body);
  const [first] = edits;
  const words = edits.length === 1 && first !== undefined ? pathText(first.path) : undefined;
  const sent = type === "string" ? `a ${first?.sent ?? "value"} was sent: write it in quotes` : stringSent;
  return {
    situation: "request-with-value-of-another-type",
    state: "Wrong type",
    because: `${words ?? "a field of the patch"} takes ${typeWords(type)}${words === undefined ? ", and something else was sent" : `, and ${sent}`}`,
    ...(words !== undefined && {
      remedies: [{ kind: "edit", words: `Write ${words}: ${JSON.stringify(first?.value)}`, edits }],
    }),
  };
}

/** What Go's decoder says of a value of another type: what was found, where, and what the field takes. */
export interface Mistyped {
  readonly found: string;
  readonly type: string;
  /** The places of such values in the body; none where it is not known. */
  readonly places: readonly { readonly path: Path; readonly value: unknown }[];
  /** The path as the message has it, without the numbers of items. */
  readonly path: string;
}

/** Reads `json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32`. */
export function readMistyped(message: string, body: unknown): Mistyped | undefined {
  const match = /cannot unmarshal (\S+)(?: \S+)? into Go struct field \w+\.(\S+) of type (\S+)/.exec(message);
  if (match === null) return undefined;
  const [, found = "", path = "", pointer = ""] = match;
  const type = pointer.replace(/^\*/, "");
  const places = placesOf(body, path.split("."))
    .flatMap((place) => partsOf(place, type))
    .filter(({ value }) => isSent(found, value));
  return { found, type, places, path };
}

/** What is to be done with a value to be of the type. */
function wayTo(type: string, found: string): string {
  if (type === "string" && found === "object") return ": write it as one text";
  if (type === "string" && found !== "string") return ": write it in quotes";
  return found === "string" && /^(?:u?int|float|bool)/.test(type) ? ": write it without quotes" : "";
}

/** Explains a value of another type than its field takes. */
export function mistyped(message: string, body: unknown): Finding | undefined {
  const read = readMistyped(message, body);
  if (read === undefined) return undefined;
  const { found, type, places, path } = read;
  const edits = places.flatMap((part) => {
    const value = convertedTo(type, part.value);
    return value === undefined ? [] : [{ path: part.path, value }];
  });
  const first = edits[0]?.path ?? places[0]?.path;
  const [labels] = type === "string" ? places.filter((place) => place.path.at(-1) === "matchLabels") : [];
  const fraction = /cannot unmarshal number (-?\d+\.\d+) into/.exec(message)?.[1];
  const sent = fraction ?? `${/^[aeiou]/.test(found) ? "an" : "a"} ${found}`;
  const finding = { situation: "request-with-value-of-another-type", state: "Wrong type" };
  if (labels !== undefined) {
    const above = labels.path.slice(0, -1);
    return {
      ...finding,
      because: `${pathText(above)} takes the labels themselves, and they were sent as matchLabels`,
      remedies: [
        {
          kind: "edit",
          words: `Write the labels into ${pathText(above)}`,
          edits: [{ path: above, value: labels.value }],
        },
      ],
    };
  }
  const remedies: readonly Remedy[] =
    edits.length === 0
      ? []
      : [
          {
            kind: "edit",
            words: `Write ${edits.map((edit) => `${pathText(edit.path)}: ${JSON.stringify(edit.value)}`).join(", ")}`,
            edits,
          },
        ];
  return {
    ...finding,
    because: `${first === undefined ? path : pathText(first)} takes ${typeWords(type)}, and ${sent} was sent${wayTo(type, found)}`,
    ...(remedies.length > 0 && { remedies }),
  };
}

const resourceList = /(?:^|\.)(?:requests|limits|capacity|hard|default|defaultRequest|min|max|overhead)\.[^.]+$/;
const quantity = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+|[numkMGTPE]|[KMGTPE]i)?$/;

/** The texts of a body that stand where quantities do and are none. */
function badQuantities(value: unknown, path: Path = []): readonly { path: Path; value: string }[] {
  if (Array.isArray(value)) return value.flatMap((item, i) => badQuantities(item, [...path, i]));
  if (isRecord(value)) return Object.entries(value).flatMap(([name, member]) => badQuantities(member, [...path, name]));
  const isHere = typeof value === "string" && (resourceList.test(pathText(path)) || path.at(-1) === "sizeLimit");
  return isHere && !quantity.test(value) ? [{ path, value }] : [];
}

const unreadQuantity = /quantities must match the regular expression|unable to parse quantity/;

/** `quantities must match the regular expression …`: which one does not, and what it may mean. */
export function badQuantity(message: string, body: unknown): Finding | undefined {
  if (!unreadQuantity.test(message)) return undefined;
  const [first] = badQuantities(body);
  if (first === undefined) return undefined;
  const meant = first.value
    .replace(/[\s,]/g, "")
    .replace(/([kKMGTPE]i?)[bB]$/, "$1")
    .replace(/^(.*\d)K$/, "$1k");
  const place = pathText(first.path);
  return {
    situation: "request-with-bad-quantity",
    state: "Bad request",
    because: `${place} is "${first.value}", which is no quantity: it takes a number with a suffix such as m, k, M, G, Ki, Mi or Gi`,
    ...(quantity.test(meant) && {
      remedies: [{ kind: "edit", words: `Write ${place}: ${meant}`, edits: [{ path: first.path, value: meant }] }],
    }),
  };
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const unreadBase64 = /illegal base64 data/;

/** The members of a map of base64 that are plain texts. */
const plainMembers = (map: unknown): readonly (readonly [name: string, value: unknown])[] =>
  isRecord(map) ? Object.entries(map).filter(([, value]) => typeof value === "string" && !base64.test(value)) : [];

/** `illegal base64 data`: the members of a Secret or ConfigMap that are plain texts, which belong in another map. */
export function notBase64(message: string, body: unknown): Finding | undefined {
  if (!unreadBase64.test(message) || !isRecord(body)) return undefined;
  const [from, to] = "binaryData" in body ? ["binaryData", "data"] : ["data", "stringData"];
  const plain = plainMembers(body[from]);
  if (plain.length === 0) return undefined;
  const names = plain.map(([name]) => name);
  const texts = { ...(isRecord(body[to]) ? body[to] : {}), ...Object.fromEntries(plain) };
  return {
    situation: "request-with-plain-data",
    state: "Bad request",
    because: `${from}.${names[0] ?? ""} is not base64: plain texts belong in ${to}`,
    remedies: [
      {
        kind: "edit",
        words: `Move ${names.join(", ")} to ${to}`,
        edits: [...names.map((name) => ({ path: [from, name] })), { path: [to], value: texts }],
      },
    ],
  };
}

/**
 * Returns the path of the field that a message is about without naming it: a quantity, a time or base64 that cannot be
 * read, a value of another type in a patch. Undefined where it cannot be told, and for other messages.
 */
export function unnamedField(message: string, body: unknown): Path | undefined {
  const type = /unrecognized type: (\w+)$/.exec(message)?.[1];
  const time = /parsing time "([^"]*)" as "/.exec(message)?.[1];
  if (unreadQuantity.test(message)) return badQuantities(body)[0]?.path;
  if (type !== undefined) return only(mistypedLeaves(type, body))?.path;
  if (time !== undefined) return only(leavesOf(body).filter(({ value }) => value === time))?.path;
  if (!unreadBase64.test(message) || !isRecord(body)) return undefined;
  const [field] = ["data", "binaryData"].flatMap((map) => plainMembers(body[map]).map(([name]) => [map, name]));
  return field;
}

const only = <Found>([first, second]: readonly Found[]): Found | undefined =>
  second === undefined ? first : undefined;
