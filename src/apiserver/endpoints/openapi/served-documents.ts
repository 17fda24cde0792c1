import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ResourceInfo } from "../../registry/resource-definition.ts";
import type { MakeDocuments, OpenApiDocuments } from "./documents.ts";

/** The text of a document and its hash, which identifies this version of it. */
export interface ServedDocument {
  readonly text: string;
  readonly hash: string;
}

/** The current documents, created on first request and kept until the resources change. */
export interface ServedDocuments {
  v2(): ServedDocument;
  v3Index(): ServedDocument;
  v3(name: string): ServedDocument | undefined;
}

/** The dependencies of the documents. */
export interface ServedDocumentsOptions {
  readonly builtin: readonly ResourceInfo[];
  /** The custom resources; the same array until they change. */
  custom(): readonly ResourceInfo[];
  /** Loads the document generator when the first document is requested. */
  load(): Promise<MakeDocuments>;
}

/** Caches the documents; those of built-in groups are kept when custom resources change. */
export function createServedDocuments({
  builtin,
  custom,
  load,
}: ServedDocumentsOptions): () => Promise<ServedDocuments> {
  const lasting = new Map<string, ServedDocument>();
  let loading: Promise<(custom: readonly ResourceInfo[]) => OpenApiDocuments> | undefined;
  let source: readonly ResourceInfo[] | undefined;
  let served: ServedDocuments | undefined;
  return async () => {
    const make = await (loading ??= load().then((makeDocuments) => makeDocuments(builtin)));
    const now = custom();
    if (served === undefined || source !== now) [source, served] = [now, keepTexts(make(now), now, lasting)];
    return served;
  };
}

function keepTexts(
  documents: OpenApiDocuments,
  custom: readonly ResourceInfo[],
  lasting: Map<string, ServedDocument>,
): ServedDocuments {
  const passing = new Map<string, ServedDocument>();
  const customNames = new Set(custom.map(({ group, version }) => `apis/${group}/${version}`));
  const keep = (
    kept: Map<string, ServedDocument>,
    key: string,
    text: string | undefined,
  ): ServedDocument | undefined => {
    if (text === undefined) return undefined;
    const document = { text, hash: hashOf(text) };
    kept.set(key, document);
    return document;
  };
  const v3 = (name: string): ServedDocument | undefined => {
    const kept = customNames.has(name) ? passing : lasting;
    return kept.get(name) ?? keep(kept, name, documents.v3(name));
  };
  const once = (key: string, make: () => string): ServedDocument =>
    passing.get(key) ?? keep(passing, key, make()) ?? { text: "", hash: "" };
  return {
    v2: () => once("/v2", () => documents.v2()),
    v3Index: () => once("/v3", () => indexText(documents.v3Names(), v3)),
    v3,
  };
}

const hashOf = (text: string): string => bytesToHex(sha512(utf8ToBytes(text))).toUpperCase();

/** Returns the index of the documents, whose URLs include the hash, so that clients can cache them indefinitely. */
function indexText(names: readonly string[], v3: (name: string) => ServedDocument | undefined): string {
  const paths = [...names]
    .sort()
    .map((name) => [name, { serverRelativeURL: documentUrl(name, v3(name)?.hash ?? "") }] as const);
  return JSON.stringify({ paths: Object.fromEntries(paths) });
}

export const documentUrl = (name: string, hash: string): string => `/openapi/v3/${name}?hash=${hash}`;
