import { isList, isMap, type Json, type JsonMap } from "./recorded-case.ts";

// Generated values differ between servers and runs. They become placeholders, numbered by first appearance within a
// case, so that
// identity is still compared: where the recorded server repeated a value, the server under test must repeat its own.

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g;
const time = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const serviceIp = /\b10\.(0|96)\.\d{1,3}\.\d{1,3}\b/g;
const age = /^(\d+[smhdy]){1,2}$/;
const lowestNodePort = 30_000;

type PlaceholderClass = "uid" | "rv" | "ip" | "hash" | "generated";

/** The position of a value: its key, its parent, and whether the parent is list metadata. */
interface Place {
  readonly key: string;
  readonly parent: Json | undefined;
  readonly ofList: boolean;
}

const top: Place = { key: "", parent: undefined, ofList: false };

/** Converts the responses of one case to a form that can be compared between servers. */
export class Canonicalizer {
  readonly #placeholders = new Map<string, string>();
  readonly #counts = new Map<PlaceholderClass, number>();
  readonly #objectUids = new Set<string>();
  /** Names and their placeholders, longest first. */
  readonly #names: (readonly [literal: string, placeholder: string])[] = [];
  #inBookmark = false;

  /** Replaces a name that differs between runs with a placeholder. */
  hide(literal: string, placeholder: string): void {
    this.#names.push([literal, placeholder]);
    this.#names.sort((a, b) => b[0].length - a[0].length);
  }

  /** Replaces a name that the server generated from a prefix. */
  hideGenerated(prefix: string, name: string): void {
    if (this.#names.some(([literal]) => literal === name)) return;
    this.hide(name, `${prefix}<generated:${this.#next("generated")}>`);
  }

  /** Returns the canonical copy of a decoded value. */
  value(value: Json, place: Place = top): Json {
    if (isList(value))
      return inStableOrder(place.key, value).map((item) =>
        this.value(item, { key: place.key, parent: value, ofList: false }),
      );
    if (isMap(value)) return this.#object(value, place.ofList);
    if (typeof value === "number") return isNodePort(place.key, value) ? "<nodePort>" : value;
    return typeof value === "string" ? this.#string(value, place) : value;
  }

  /** Returns the canonical form of a text, with names, uids, times and resource versions replaced. */
  text(text: string): string {
    let hidden = text;
    for (const [literal, placeholder] of this.#names) hidden = hidden.replaceAll(literal, placeholder);
    return hidden
      .replace(uuid, (uid) => this.#placeholder("uid", uid))
      .replace(time, (_, fraction?: string) => (fraction ? "<microtime>" : "<time>"))
      .replace(serviceIp, (ip) => this.#placeholder("ip", ip))
      .replace(
        /(resource version:? )(\d+)( \(\d+\))?/gi,
        (_, before: string, n: string, current?: string) =>
          before + (n.length > 9 ? n : "<n>") + (current ? " (<n>)" : ""),
      )
      .replace(/(, current: )\d+/g, "$1<n>")
      .replace(
        /(ResourceVersion in (?:object meta: |the precondition \(|record \())(\d+)/g,
        (_, before: string, n: string) => before + this.#placeholder("rv", n),
      )
      .replace(/(too old resource version: \d+ \()\d+/g, "$1<n>")
      .replace(
        /(resourceVersion\\?"?: ?\\?")(\d+)/g,
        (_, before: string, n: string) => before + this.#placeholder("rv", n),
      )
      .replace(/(in scheme \\?")[^"\\]+/g, "$1pkg/runtime/scheme.go:110")
      .replace(/\b[0-9A-F]{128}\b/g, (hash) => this.#placeholder("hash", hash));
  }

  #object(object: JsonMap, ofList: boolean): Json {
    const holdsItems = isListObject(object);
    const bookmark = object["type"] === "BOOKMARK" && "object" in object;
    if (bookmark) this.#inBookmark = true;
    const members = Object.keys(object)
      .sort()
      .map((key) => {
        const place = {
          key,
          parent: object,
          ofList: (key === "metadata" && holdsItems) || (ofList && key === "resourceVersion"),
        };
        return [this.#ownerKey(key), this.value(object[key] ?? null, place)] as const;
      });
    if (bookmark) this.#inBookmark = false;
    return Object.fromEntries(members);
  }

  #string(value: string, { key, parent, ofList }: Place): string {
    switch (key) {
      case "uid":
        if (isMap(parent) && "resourceVersion" in parent) this.#objectUids.add(value);
        break;
      case "resourceVersion":
        if (!/^\d+$/.test(value) || value === "0") break;
        return ofList || this.#inBookmark ? "<listResourceVersion>" : this.#placeholder("rv", value);
      case "continue":
        if (value !== "") return "<continue>";
        break;
      case "storageVersionHash":
        return this.#placeholder("hash", value);
      case "manager":
        if (value === "server" || value === "kube-apiserver") return "<apiserver>";
        break;
      case "cells":
        if (age.test(value)) return "<age>";
        break;
      case "description":
        if (isMap(parent) && "priority" in parent) return "<description>"; // help text of a Table's column
        break;
    }
    return this.text(value);
  }

  /** Managed fields name an owner by its uid: `k:{"uid":"..."}`. */
  #ownerKey(key: string): string {
    if (!key.startsWith("k:{")) return key;
    return key.replace(uuid, (uid) => (this.#objectUids.has(uid) ? this.#placeholder("uid", uid) : uid));
  }

  #placeholder(kind: PlaceholderClass, value: string): string {
    const id = `${kind} ${value}`;
    const known = this.#placeholders.get(id);
    if (known !== undefined) return known;
    const made = `<${kind}:${this.#next(kind)}>`;
    this.#placeholders.set(id, made);
    return made;
  }

  #next(kind: PlaceholderClass): number {
    const n = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, n);
    return n;
  }
}

const isNodePort = (key: string, value: number): boolean =>
  (key === "nodePort" || key === "healthCheckNodePort") && value >= lowestNodePort;

function isListObject({ kind, items, rows }: JsonMap): boolean {
  if (typeof kind !== "string") return false;
  return Array.isArray(items) || kind.endsWith("List") || (kind === "Table" && Array.isArray(rows));
}

/** Sorts lists whose order depends on timing or on Go map iteration. All other lists keep their order. */
function inStableOrder(key: string, list: readonly Json[]): readonly Json[] {
  return isUnordered(key, list) ? [...list].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)) : list;
}

function isUnordered(key: string, list: readonly Json[]): boolean {
  if (key === "conditions")
    return list.some((item) => isMap(item) && item["type"] === "KubernetesAPIApprovalPolicyConformant");
  if (key === "causes") return isMap(list[0]) && list[0]["reason"] === "FieldManagerConflict";
  return key === "managedFields" && list.every((item) => isMap(item) && Boolean(item["manager"]));
}

function sortKey(item: Json): string {
  if (!isMap(item)) return "";
  if (typeof item["type"] === "string") return item["type"];
  return [
    item["operation"],
    item["manager"],
    item["apiVersion"],
    item["subresource"],
    item["message"],
    item["field"],
  ].join("\0");
}
