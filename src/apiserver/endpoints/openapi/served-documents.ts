import type { Subtle } from "../../../component-base/subtle.ts";
import { sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { ResourceInfo } from "../../registry/resource-definition.ts";
import { gzip } from "../output/compress.ts";
import { documentTexts, type OpenApiDocument } from "./document.ts";
import type { MakeDocuments, OpenApiDocuments } from "./documents.ts";
import type { Pace } from "./pace.ts";

/** The formats of a document. */
export type DocumentForm = "json" | "protobuf";

/** A document in JSON and its hash, which identifies this version of it. */
export interface ServedJson {
  /** Documents of megabytes are kept in UTF-8. */
  readonly json: string | Uint8Array;
  readonly hash: string;
}

/** A document in all formats. Other formats than JSON are encoded on first request. */
export interface ServedDocument extends ServedJson {
  readonly parts: OpenApiDocument;
  body(form: DocumentForm, pace: Pace): Promise<string | Uint8Array>;
  gzipped(form: DocumentForm, pace: Pace): Promise<Uint8Array>;
}

/** The current documents, created on first request. Those whose resources did not change are kept. */
export interface ServedDocuments {
  v2(pace: Pace): Promise<ServedDocument>;
  v3Index(pace: Pace): Promise<ServedJson>;
  v3(name: string, pace: Pace): Promise<ServedDocument | undefined>;
  /** Writes and hashes a document that is made of these and of others. */
  written(document: OpenApiDocument, pace: Pace): Promise<ServedDocument>;
  hashed(json: string, pace: Pace): Promise<ServedJson>;
}

/** The dependencies of the documents. */
export interface ServedDocumentsOptions {
  readonly builtin: readonly ResourceInfo[];
  /** The custom resources; the same array until they change, in which those that did not change are the same. */
  custom(): readonly ResourceInfo[];
  /** Loads the document generator when the first document is requested. */
  load(): Promise<MakeDocuments>;
  /** WebCrypto, which hashes megabytes faster and beside other work. Without it, they are hashed in place. */
  readonly subtle?: Subtle | undefined;
}

/** Begins to hash a text; resolves when the thread of the server has no more work with it. */
type BeginHash = (text: string | Uint8Array, pace: Pace) => Promise<{ readonly hash: Promise<string> }>;

/** A document and the resources that it is of. */
interface Kept {
  readonly resources: readonly ResourceInfo[];
  /** Resolves when the document is written, while it may still be hashed elsewhere. */
  readonly written: Promise<unknown>;
  readonly document: Promise<ServedDocument>;
}

/** Caches the documents by the resources in them. */
export function createServedDocuments({
  builtin,
  custom,
  load,
  subtle,
}: ServedDocumentsOptions): () => Promise<ServedDocuments> {
  const beginHash = hashBy(subtle);
  let loading: Promise<(custom: readonly ResourceInfo[]) => OpenApiDocuments> | undefined;
  let source: readonly ResourceInfo[] | undefined;
  let kept: ReadonlyMap<string, Kept> = new Map();
  let served: ServedDocuments | undefined;
  return async () => {
    const make = await (loading ??= load().then((makeDocuments) => makeDocuments(builtin)));
    const now = custom();
    if (served !== undefined && source === now) return served;
    const documents = make(now);
    const resources = documents.v3Names();
    const current = new Map([...kept].filter(([name, { resources: old }]) => isSame(old, resources.get(name))));
    [source, kept, served] = [now, current, serve(documents, current, beginHash)];
    return served;
  };
}

const isSame = (a: readonly ResourceInfo[], b: readonly ResourceInfo[] | undefined): boolean =>
  a.length === b?.length && a.every((resource, i) => resource === b[i]);

/** Serves the documents of one state of the resources; keeps version 3 documents in a map that later states inherit. */
function serve(documents: OpenApiDocuments, kept: Map<string, Kept>, beginHash: BeginHash): ServedDocuments {
  const resourcesOf = documents.v3Names();
  const hashed = async (json: string, pace: Pace): Promise<ServedJson> => ({
    json,
    hash: await (await beginHash(json, pace)).hash,
  });
  const v3 = (name: string, pace: Pace): Kept | undefined => {
    const known = kept.get(name);
    const making = known === undefined ? documents.v3(name, pace) : undefined;
    if (making === undefined) return known;
    const made = { resources: resourcesOf.get(name) ?? [], ...servedDocument(making, beginHash, pace) };
    kept.set(name, made);
    return made;
  };
  const index = async (pace: Pace): Promise<ServedJson> => {
    const made: [name: string, Kept | undefined][] = [];
    for (const name of [...resourcesOf.keys()].sort()) {
      const one = v3(name, pace);
      await one?.written;
      made.push([name, one]);
    }
    const urls = made.map(async ([name, one]) => [
      name,
      { serverRelativeURL: documentUrl(name, (await one?.document)?.hash ?? "") },
    ]);
    const json = JSON.stringify({ paths: Object.fromEntries(await Promise.all(urls)) as unknown });
    return hashed(json, pace);
  };
  let madeV2: Promise<ServedDocument> | undefined;
  let madeIndex: Promise<ServedJson> | undefined;
  return {
    v2: (pace) => (madeV2 ??= servedDocument(documents.v2(pace), beginHash, pace).document),
    v3Index: (pace) => (madeIndex ??= index(pace)),
    v3: (name, pace) => v3(name, pace)?.document ?? Promise.resolve(undefined),
    written: (document, pace) => servedDocument(Promise.resolve(document), beginHash, pace).document,
    hashed,
  };
}

/** Writes and hashes a document. */
function servedDocument(making: Promise<OpenApiDocument>, beginHash: BeginHash, pace: Pace): Omit<Kept, "resources"> {
  const write = async () => {
    const document = await making;
    const json = await writeJson(document, pace);
    return { document, json, ...(await beginHash(json, pace)) };
  };
  const written = write();
  return {
    written,
    document: written.then(async ({ document, json, hash }) => inForms(document, { json, hash: await hash })),
  };
}

function inForms(document: OpenApiDocument, served: ServedJson): ServedDocument {
  let protobuf: Promise<Uint8Array> | undefined;
  const zipped = new Map<DocumentForm, Promise<Uint8Array>>();
  const body = (form: DocumentForm, pace: Pace): Promise<string | Uint8Array> =>
    form === "json" ? Promise.resolve(served.json) : (protobuf ??= encodeProtobuf(document, pace));
  return {
    ...served,
    parts: document,
    body,
    gzipped(form, pace) {
      const bytes = zipped.get(form) ?? body(form, pace).then(gzip);
      zipped.set(form, bytes);
      return bytes;
    },
  };
}

/** Longer documents are kept in UTF-8, since to join, encode or copy their text would take long each time. */
const longestText = 1024 * 1024;

async function writeJson(document: OpenApiDocument, pace: Pace): Promise<string | Uint8Array> {
  const texts: string[] = [];
  let length = 0;
  for (const text of documentTexts(document)) {
    texts.push(text);
    length += text.length;
  }
  if (length <= longestText) {
    await pace.spend(length);
    return texts.join("");
  }
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  for (const text of texts) {
    parts.push(encoder.encode(text));
    await pace.spend(text.length);
  }
  return concatBytes(...parts);
}

const encodeProtobuf = async (document: OpenApiDocument, pace: Pace): Promise<Uint8Array> =>
  (await import("./encode-protobuf.ts")).encodeProtobuf(document, pace);

const hex = (hash: Uint8Array): string => bytesToHex(hash).toUpperCase();

const hashBy =
  (subtle: Subtle | undefined): BeginHash =>
  async (text, pace) => {
    const bytes = typeof text === "string" ? utf8ToBytes(text) : text;
    if (subtle === undefined) return { hash: Promise.resolve(hex(await hashInPlace(bytes, pace))) };
    const digest = subtle.digest("SHA-512", bytes as Uint8Array<ArrayBuffer>);
    return { hash: digest.then((hash) => hex(new Uint8Array(hash))) };
  };

/** The bytes that are hashed between two turns at most. */
const hashedAtOnce = 64 * 1024;

async function hashInPlace(bytes: Uint8Array, pace: Pace): Promise<Uint8Array> {
  const hash = sha512.create();
  for (let from = 0; from < bytes.length; from += hashedAtOnce) {
    hash.update(bytes.subarray(from, from + hashedAtOnce));
    await pace.spend(hashedAtOnce);
  }
  return hash.digest();
}

/** Returns the path of a document, which has the hash, so that clients can cache it indefinitely. */
export const documentUrl = (name: string, hash: string): string => `/openapi/v3/${name}?hash=${hash}`;
