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
  v2(): Promise<ServedDocument>;
  v3Index(): Promise<ServedDocument>;
  v3(name: string): Promise<ServedDocument | undefined>;
}

/** The dependencies of the documents. */
export interface ServedDocumentsOptions {
  readonly builtin: readonly ResourceInfo[];
  /** The custom resources; the same array until they change. */
  custom(): readonly ResourceInfo[];
  /** Loads the document generator when the first document is requested. */
  load(): Promise<MakeDocuments>;
  /** WebCrypto, which hashes megabytes faster and beside other work. Without it, they are hashed in place. */
  readonly subtle?: SubtleCrypto | undefined;
}

type Hash = (text: string) => Promise<string>;
type Documents = Map<string, Promise<ServedDocument>>;

/** Caches the documents; those of built-in groups are kept when custom resources change. */
export function createServedDocuments({
  builtin,
  custom,
  load,
  subtle,
}: ServedDocumentsOptions): () => Promise<ServedDocuments> {
  const lasting: Documents = new Map();
  const hash = hashBy(subtle);
  let loading: Promise<(custom: readonly ResourceInfo[]) => OpenApiDocuments> | undefined;
  let source: readonly ResourceInfo[] | undefined;
  let served: ServedDocuments | undefined;
  return async () => {
    const make = await (loading ??= load().then((makeDocuments) => makeDocuments(builtin)));
    const now = custom();
    if (served === undefined || source !== now) [source, served] = [now, keepTexts(make(now), now, lasting, hash)];
    return served;
  };
}

function keepTexts(
  documents: OpenApiDocuments,
  custom: readonly ResourceInfo[],
  lasting: Documents,
  hash: Hash,
): ServedDocuments {
  const passing: Documents = new Map();
  const customNames = new Set(custom.map(({ group, version }) => `apis/${group}/${version}`));
  const hashed = async (text: string): Promise<ServedDocument> => ({ text, hash: await hash(text) });
  const keep = (kept: Documents, key: string, document: Promise<ServedDocument>): Promise<ServedDocument> => {
    kept.set(key, document);
    return document;
  };
  const v3 = async (name: string): Promise<ServedDocument | undefined> => {
    const kept = customNames.has(name) ? passing : lasting;
    const known = kept.get(name);
    if (known !== undefined) return known;
    const text = documents.v3(name);
    return text === undefined ? undefined : keep(kept, name, hashed(text));
  };
  const once = (key: string, make: () => string | Promise<string>): Promise<ServedDocument> =>
    passing.get(key) ?? keep(passing, key, Promise.resolve(make()).then(hashed));
  return {
    v2: () => once("/v2", () => documents.v2()),
    v3Index: () => once("/v3", () => indexText(documents.v3Names(), v3)),
    v3,
  };
}

const hex = (hash: Uint8Array): string => bytesToHex(hash).toUpperCase();

const hashBy =
  (subtle: SubtleCrypto | undefined): Hash =>
  async (text) => {
    const bytes = utf8ToBytes(text);
    return hex(subtle === undefined ? sha512(bytes) : new Uint8Array(await subtle.digest("SHA-512", bytes)));
  };

/** Returns the index of the documents, whose URLs include the hash, so that clients can cache them indefinitely. */
async function indexText(names: readonly string[], v3: ServedDocuments["v3"]): Promise<string> {
  const paths = [...names]
    .sort()
    .map(async (name) => [name, { serverRelativeURL: documentUrl(name, (await v3(name))?.hash ?? "") }] as const);
  return JSON.stringify({ paths: Object.fromEntries(await Promise.all(paths)) });
}

export const documentUrl = (name: string, hash: string): string => `/openapi/v3/${name}?hash=${hash}`;
