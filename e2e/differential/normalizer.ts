import { parse } from "yaml";
import { isList, isMap, type Json } from "../conformance/recorded-case.ts";
import { decodeBody, decodeEvent } from "../conformance/wire/decode.ts";
import { memberOf, parseOrdered, printOrdered, textOfScalar, type Member, type OrderedJson } from "./ordered-json.ts";
import { runWord, type Answer } from "./sequence.ts";
import { printWireObject } from "./wire-fields.ts";

const comparedHeaders = [
  "content-type",
  "warning",
  "retry-after",
  "location",
  "allow",
  "vary",
  "www-authenticate",
  "cache-control",
  "content-encoding",
  "etag",
];
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const time = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
/** Allocated addresses of Services and ports of nodes: upstream leaves the lower part of a range to clients. */
const allocatedAddress = /\b10\.0\.0\.(?:1[7-9]|[2-9]\d|1\d\d|2\d\d)\b(?!\/)/g;
const allocatedPort = /^3(?:00(?:8[6-9]|9\d)|0[1-9]\d\d|[12]\d\d\d)$/;
/** A token that a server has signed. */
const token = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;
const age = /^(\d+[smhdy]){1,2}$/;
const generatedName =
  /\b(g[^a-z]?e[^a-z]?n[^a-z]?-(?:[^a-z]{0,2}|NaN)|gen|ge-|gn-|en-)[bcdfghjklmnpqrstvwxz2456789]{5}\b/g;

/** Values of an answer that later requests refer to. */
export interface Referable {
  readonly rv?: string;
  readonly uid?: string;
  readonly list?: string;
  readonly continue?: string;
}

/** An answer as it was received. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/**
 * Replaces what must differ between servers by names that are numbered by first appearance: uids, resource versions,
 * times, continue tokens, tokens of accounts, allocated addresses and ports, and generated names. All other bytes of
 * JSON and YAML stay; of CBOR and protobuf those of the values that they hold. One normalizer serves the answers of one
 * server to one sequence.
 */
export class Normalizer {
  readonly #run: string;
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** `run` is the name of the run, which becomes `zq` again. */
  constructor(run: string) {
    this.#run = run;
  }

  /** Returns the normal form of an answer, and the values that later requests refer to. */
  normalize({ status, headers, body }: RawAnswer): { readonly answer: Answer; readonly referable: Referable } {
    const type = headers.get("content-type") ?? "";
    const picked: Record<string, string> = {};
    for (const name of comparedHeaders) {
      const value = headers.get(name);
      if (value !== null) picked[name] = this.#text(value);
    }
    const text = textOfBody(type, body);
    const values = parseOrdered(text);
    const referable = values?.[0] === undefined ? referableInText(text) : referableOf(values[0]);
    return { answer: { status, headers: picked, body: this.#body(text, values) }, referable };
  }

  #body(text: string, values: readonly OrderedJson[] | undefined): string {
    if (values === undefined) return this.#yamlOrText(text);
    const layout = /^[[{]\s*\n\s/.test(text) ? "indented " : "";
    const end = text.endsWith("\n") || text === "" ? "" : " without newline";
    return `${layout}${values.map((value) => printOrdered(this.#value(value, "", false))).join("\n")}${end}`;
  }

  #json(text: string): string {
    return this.#body(text, parseOrdered(text));
  }

  #value(value: OrderedJson, key: string, ofList: boolean): OrderedJson {
    switch (value.kind) {
      case "scalar":
        return { kind: "scalar", raw: this.#scalar(value.raw, key, ofList) };
      case "list":
        return {
          kind: "list",
          items: inStableOrder(
            key,
            value.items.map((item) => this.#value(item, key, false)),
          ),
        };
      case "object":
        return this.#object(value, key, ofList);
    }
  }

  #object(value: OrderedJson & { readonly kind: "object" }, key: string, ofList: boolean): OrderedJson {
    const isList =
      memberOf(value, "items")?.kind === "list" || memberOf(value, "rows")?.kind === "list" || isEmptyList(value);
    const isColumn = memberOf(value, "priority") !== undefined && memberOf(value, "format") !== undefined;
    const isBookmark = textOfScalar(memberOf(value, "type")) === "BOOKMARK";
    const hasCauses = isInvalid(value);
    const members = value.members.map((member): Member => {
      if (hasCauses && member.name === "message")
        return { name: member.name, value: inWordOrder(this.#value(member.value, member.name, false)) };
      if (member.name === "description" && isColumn) return { name: member.name, value: hidden };
      const inList = isBookmark || (ofList && key !== "items") || (isList && member.name === "metadata");
      return { name: this.#text(member.name), value: this.#value(member.value, member.name, inList) };
    });
    return { kind: "object", members };
  }

  #scalar(raw: string, key: string, ofList: boolean): string {
    if (/[nN]odePort$/.test(key) && allocatedPort.test(raw)) return `"${this.#name("port", raw)}"`;
    if (!raw.startsWith('"')) return raw;
    const text = raw.slice(1, -1);
    if (key === "resourceVersion" && /^[1-9]\d*$/.test(text))
      return ofList ? '"<list>"' : `"${this.#name("rv", text)}"`;
    if (key === "cells" && age.test(text)) return '"<age>"';
    if (key === "continue" && text !== "") return '"<continue>"';
    return `"${this.#text(text)}"`;
  }

  #yamlOrText(text: string): string {
    if (hasRandomOrder(text)) return `yaml ${this.#json(`${JSON.stringify(parse(text))}\n`)}`;
    const isList = /^(items|rows):/m.test(text);
    const hidden = text
      .replace(/^( *)resourceVersion: "([1-9]\d*)"/gm, (_, indent: string, value: string) =>
        isList && indent === "  "
          ? '  resourceVersion: "<list>"'
          : `${indent}resourceVersion: "${this.#name("rv", value)}"`,
      )
      .replace(/^ {2}continue: .+$/gm, "  continue: <continue>")
      .replace(/^- description: .*\n(?:(?: {4,}.*)?\n)*(?= {2}format:)/gm, "- description: <description>\n")
      .replace(/^ {2}- (?:\d+[smhdy]){1,2}$/gm, "  - <age>");
    return inStableYaml(this.#text(hidden));
  }

  #text(text: string): string {
    return text
      .replaceAll(this.#run, runWord)
      .replaceAll(this.#run.toUpperCase(), runWord.toUpperCase())
      .replaceAll(capital(this.#run), capital(runWord))
      .replace(
        /(errors:)((?:\\n {2}(?:[^"\\]|\\.)*)+)/g,
        (_, before: string, lines: string) => before + lines.split("\\n").sort().join("\\n"),
      )
      .replace(
        /(resourceVersion\\*": ?\\*")(\d+)/g, // an object in a message, in JSON or as a diagnostic text of CBOR
        (_, before: string, value: string) => before + this.#name("rv", value),
      )
      .replace(token, "<token>")
      .replace(
        /([nN]odePort\\*": ?)(\d+)/g, // an object in a message
        (all: string, before: string, port: string) =>
          allocatedPort.test(port) ? before + this.#name("port", port) : all,
      )
      .replace(allocatedAddress, (value) => this.#name("address", value))
      .replace(/selfType\d+/g, "selfType<n>")
      .replace(uuid, (value) => this.#name("uid", value))
      .replace(time, (_, fraction?: string) => (fraction ? "<microtime>" : "<time>"))
      .replace(generatedName, (value) => this.#name("generated", value))
      .replace(/((?:too old|Too large|too large) resource version: )\d+(?:, current: | \()\d+/g, "$1<n>, <n>")
      .replace(
        /(ResourceVersion in [a-z ]*[(:] ?)(\d+)/g,
        (_, before: string, value: string) => before + this.#name("rv", value),
      );
  }

  #name(kind: string, value: string): string {
    const id = `${kind} ${value}`;
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `<${kind}:${count}>`;
    this.#names.set(id, name);
    return name;
  }
}

/** Whether a text is a Status in YAML whose causes or errors are in the order of Go's maps. */
const hasRandomOrder = (text: string): boolean =>
  /^kind: Status$/m.test(text) && /^ {2}causes:$|errors:|field\s+not\s+declared/m.test(text);

/** The help texts of columns are prose of either server. */
const hidden: OrderedJson = { kind: "scalar", raw: '"<description>"' };

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function textOfBody(type: string, body: Uint8Array): string {
  if (!/cbor|protobuf/.test(type)) return Buffer.from(body).toString("utf8");
  const decoded = /watch/.test(type) ? undefined : decodeBody(type, body, false);
  // Protobuf of a kind whose fields are not known there.
  const printed = isMap(decoded) && "base64" in decoded ? printWireObject(body) : undefined;
  if (printed !== undefined) return printed;
  const values = decoded === undefined ? eventsOf(type, body) : [decoded];
  return values.map((value) => `${JSON.stringify(inMemberOrder(value))}\n`).join("");
}

/** Returns the events of a watch that has ended. */
function eventsOf(type: string, body: Uint8Array): readonly Json[] {
  const events: Json[] = [];
  for (let at = 0; at < body.length;) {
    const next = decodeEvent(type, body.subarray(at));
    if (next === undefined) return [...events, { incomplete: body.length - at }];
    if (next.event !== undefined) events.push(next.event);
    at += next.size;
  }
  return events;
}

/** Members of CBOR have no order: upstream's encoder shuffles them. */
function inMemberOrder(value: Json): Json {
  if (isList(value)) return value.map(inMemberOrder);
  if (!isMap(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, inMemberOrder(value[name] ?? null)]));
}

function referableOf(value: OrderedJson): Referable {
  const metadata = memberOf(memberOf(value, "cbor") ?? value, "metadata");
  if (metadata === undefined) return {};
  const rv = textOfScalar(memberOf(metadata, "resourceVersion"));
  const uid = textOfScalar(memberOf(metadata, "uid"));
  const token = textOfScalar(memberOf(metadata, "continue"));
  return {
    ...(rv === undefined ? {} : { rv, list: rv }),
    ...(uid === undefined ? {} : { uid }),
    ...(token === undefined ? {} : { continue: token }),
  };
}

function referableInText(text: string): Referable {
  const rv = /^ {2}resourceVersion: "(\d+)"/m.exec(text)?.[1];
  const uid = /^ {2}uid: (\S+)/m.exec(text)?.[1];
  const token = /^ {2}continue: (\S+)/m.exec(text)?.[1];
  return {
    ...(rv === undefined ? {} : { rv, list: rv }),
    ...(uid === undefined ? {} : { uid }),
    ...(token === undefined ? {} : { continue: token }),
  };
}

/** The order of managed fields depends on times, and that of causes on the order of Go's maps. */
function inStableOrder(key: string, items: readonly OrderedJson[]): readonly OrderedJson[] {
  if (key !== "managedFields" && key !== "causes") return items;
  return [...items].sort((a, b) => (printOrdered(a) < printOrdered(b) ? -1 : 1));
}

/** The same in YAML: sorts the entries of managed fields, each of which begins with a dash. */
const inStableYaml = (text: string): string =>
  text.replace(/^( *)managedFields:\n((?:\1(?:- | {2}).*\n)+)/gm, (_, indent: string, entries: string) => {
    const sorted = entries.split(new RegExp(`^(?=${indent}- )`, "m")).sort();
    return `${indent}managedFields:\n${sorted.join("")}`;
  });

/** Whether a value is a list of protobuf without items, where only the kind says that it is one. */
const isEmptyList = (value: OrderedJson): boolean =>
  memberOf(value, "contentType") !== undefined && textOfScalar(memberOf(value, "kind"))?.endsWith("List") === true;

const isInvalid = (value: OrderedJson): boolean =>
  memberOf(memberOf(value, "details") ?? noObject, "causes")?.kind === "list" &&
  memberOf(value, "message") !== undefined;

/** The message of a Status has its causes in their order. */
const inWordOrder = (value: OrderedJson): OrderedJson =>
  value.kind === "scalar" ? { kind: "scalar", raw: JSON.stringify(wordsOf(value.raw).join(" ")) } : value;

const wordsOf = (raw: string): readonly string[] => raw.split(/[\s"[\],]+/).sort();

const noObject: OrderedJson = { kind: "object", members: [] };
