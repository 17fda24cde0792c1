import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ResourceDefinition } from "../../registry/resource-definition.ts";
import type { MakeDocuments, OpenApiDocuments } from "./documents.ts";

/** A document's text and its hash, which names this state of it. */
export interface ServedDocument {
  readonly text: string;
  readonly hash: string;
}

/** Documents as they are now, each made when first asked for and kept until the resources change. */
export interface ServedDocuments {
  v2(): ServedDocument;
  v3Index(): ServedDocument;
  v3(name: string): ServedDocument | undefined;
}

/** What documents are made of. */
export interface ServedDocumentsOptions {
  readonly builtin: readonly ResourceDefinition[];
  /** The same array until something changes. */
  custom(): readonly ResourceDefinition[];
  /** Loaded when the first document is asked for. */
  load(): Promise<MakeDocuments>;
}

/** Keeps the texts of documents; those of built-in groups outlive changes of custom resources. */
export function createServedDocuments({
  builtin,
  custom,
  load,
}: ServedDocumentsOptions): () => Promise<ServedDocuments> {
  const lasting = new Map<string, ServedDocument>();
  let loading: Promise<(custom: readonly ResourceDefinition[]) => OpenApiDocuments> | undefined;
  let source: readonly ResourceDefinition[] | undefined;
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
  custom: readonly ResourceDefinition[],
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

/** Where the documents are: paths that name a state, so that they may be kept for good. */
function indexText(names: readonly string[], v3: (name: string) => ServedDocument | undefined): string {
  const paths = [...names]
    .sort()
    .map((name) => [name, { serverRelativeURL: documentUrl(name, v3(name)?.hash ?? "") }] as const);
  return JSON.stringify({ paths: Object.fromEntries(paths) });
}

export const documentUrl = (name: string, hash: string): string => `/openapi/v3/${name}?hash=${hash}`;
