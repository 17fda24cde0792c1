import { isRecord } from "../apimachinery/is-record.ts";
import { exported, type ExportedObject, type StoreState } from "../apiserver/storage/mvcc/exported-object.ts";
import type { Store } from "../apiserver/storage/mvcc/store.ts";
import { NotPiecesError } from "../component-base/piece-file.ts";
import {
  readWorldFile,
  WorldFileVersionError,
  writeWorldFile,
  type StoredVersion,
  type WorldFileContent,
  type WorldFileOptions,
} from "../component-base/world-file.ts";

/** The `format` of exports before version 3. In version 1, the field included the version: `kubepad-export/1`. */
const format = "kubepad-export";

/** The last version that was not a world file (component-base/world-file.ts): 1 was gzipped JSON, 2 gzipped CBOR. */
const lastOldVersion = 2;

/** The `format` of old files with chosen objects (share/kubepad-file.ts). */
const shareFormat = "kubepad";

/** The largest content that is unpacked. */
const largestContent = 512_000_000;

type ExportedState = Pick<StoreState, "objects">;

/** Returns the export of a whole store with its history. */
export async function exportStore(store: Pick<Store, "versions">): Promise<Uint8Array> {
  const versions: StoredVersion[] = [];
  let portion = await store.versions({});
  const upTo = portion.revision;
  let { compacted } = portion;
  for (;;) {
    for (const version of portion.versions) versions.push(version);
    if (portion.next === undefined) return writeExportFile({ versions, compacted });
    portion = await store.versions({ after: portion.next, upTo });
    compacted = Math.max(compacted, portion.compacted);
  }
}

/** Encodes versions of objects as the export of a whole store. */
export const writeExportFile = ({
  versions,
  compacted,
}: Pick<WorldFileContent, "versions" | "compacted">): Promise<Uint8Array> =>
  writeWorldFile(versions, { compacted, whole: true });

/** Returns the versions of objects in a file, if it holds any: of a whole store or of shared objects. */
export async function versionsIn(
  file: Uint8Array,
  options?: WorldFileOptions,
): Promise<Pick<WorldFileContent, "versions" | "compacted"> | undefined> {
  const content = await readContent(file, options);
  return content === undefined || content.versions.length === 0 ? undefined : content;
}

/**
 * Decodes the newest state in an export file. Rejects with a readable message if the file is not an export file or has
 * a newer version.
 */
export async function readExportFile(file: Uint8Array): Promise<ExportedState> {
  const content = await readContent(file);
  if (content === undefined) return readOldExport(file);
  if (!content.whole) throw newShared();
  return { objects: newestOf(content.versions) };
}

/** Returns the content of a world file; undefined for a file of an older version. */
async function readContent(file: Uint8Array, options?: WorldFileOptions): Promise<WorldFileContent | undefined> {
  if (!isPacked(file)) return undefined;
  try {
    return await readWorldFile(file, options);
  } catch (cause) {
    if (cause instanceof NotPiecesError) return undefined;
    throw cause instanceof WorldFileVersionError ? cause : newOther(cause);
  }
}

const isPacked = (file: Uint8Array): boolean => file[0] === 0x1f && file[1] === 0x8b;

/** Returns the newest versions of all keys that were not deleted. The versions of a key follow each other. */
function newestOf(versions: readonly StoredVersion[]): readonly ExportedObject[] {
  const newest = new Map(versions.map((version) => [version.key, version]));
  return [...newest.values()].flatMap(({ key, text }) => (text === null ? [] : [exported({ key, text })]));
}

const newShared = (): Error =>
  new Error(
    "This file is not an export of Kubepad: it contains shared objects, which can be opened by dropping it on the page.",
  );
const newOther = (cause: unknown): Error =>
  new Error("This file is not an export of Kubepad: it cannot be unpacked.", { cause });

async function readOldExport(file: Uint8Array): Promise<ExportedState> {
  const content = await unpack(file);
  const found = versionOf(content);
  if (found !== undefined && found > lastOldVersion)
    throw new Error(
      `This export file has version ${found} of the format; this version of Kubepad reads versions 1 and ${lastOldVersion}.`,
    );
  if (isRecord(content) && content["format"] === shareFormat) throw newShared();
  if (found === undefined || !isExport(content)) throw new Error("This file is not an export of Kubepad.");
  return content;
}

/** Loads the decoders of old files when one is read. */
const loadDecoders = () =>
  Promise.all([
    import("cbor-x/index-no-eval"),
    import("../component-base/bounded-inflate.ts"),
    import("../component-base/plain-cbor.ts"),
  ]);

async function unpack(file: Uint8Array): Promise<unknown> {
  const [{ Decoder }, { gunzipWithin }, { checkPlainCbor }] = await loadDecoders();
  try {
    const bytes = isPacked(file) ? await gunzipWithin(file, largestContent) : file;
    if (bytes[0] === 0x7b) return JSON.parse(new TextDecoder().decode(bytes));
    checkPlainCbor(bytes);
    return new Decoder({ useRecords: false }).decode(bytes);
  } catch (cause) {
    throw newOther(cause);
  }
}

function versionOf(content: unknown): number | undefined {
  if (!isRecord(content)) return undefined;
  if (content["format"] === format)
    return Number.isInteger(content["version"]) ? Number(content["version"]) : undefined;
  const [, inName] = /^kubepad-export\/(\d+)$/.exec(String(content["format"])) ?? [];
  return inName === undefined ? undefined : Number(inName);
}

const isExport = (content: unknown): content is ExportedState =>
  isRecord(content) && Array.isArray(content["objects"]) && content["objects"].every(isStoredText);

const isStoredText = (object: unknown): boolean =>
  isRecord(object) && typeof object["key"] === "string" && typeof object["text"] === "string";
