import { isRecord } from "../apimachinery/is-record.ts";
import type { StoreState } from "../apiserver/storage/mvcc/store.ts";

/**
 * The value of the `format` field of an export file. In version 1, the field included the version: `kubepad-export/1`.
 */
const format = "kubepad-export";

/**
 * The version of the file format. Version 1 is gzipped JSON; version 2 is gzipped CBOR with a separate version field.
 */
const version = 2;

/** The `format` of files with chosen objects (share/kubepad-file.ts). */
const shareFormat = "kubepad";

/** The largest content that is unpacked. */
const largestContent = 512_000_000;

type ExportedState = Pick<StoreState, "objects">;

/** Encodes the current state as a file of gzipped CBOR. */
export async function writeExportFile({ revision, objects }: StoreState): Promise<Uint8Array> {
  const [{ gzipSync }, { Encoder }] = await loadCodecs();
  return gzipSync(
    new Encoder({ useRecords: false, variableMapSize: true }).encode({ format, version, revision, objects }),
  );
}

/**
 * Decodes the state in an export file. Rejects with a readable message if the file is not an export file or has
 * a newer version.
 */
export async function readExportFile(file: Uint8Array): Promise<ExportedState> {
  const content = await unpack(file);
  const found = versionOf(content);
  if (found !== undefined && found > version)
    throw new Error(
      `This export file has version ${found} of the format; this version of Kubepad reads versions 1 and ${version}.`,
    );
  if (isRecord(content) && content["format"] === shareFormat)
    throw new Error(
      "This file is not an export of Kubepad: it contains shared objects, which can be opened by dropping it on the page.",
    );
  if (found === undefined || !isExport(content)) throw new Error("This file is not an export of Kubepad.");
  return content;
}

/**
 * Loads the codecs on first use. `index-no-eval` is the build for pages whose content security policy forbids `eval`.
 */
const loadCodecs = () => Promise.all([import("fflate"), import("cbor-x/index-no-eval")]);

/** Loads the checks of files from outside on first use. */
const loadChecks = () =>
  Promise.all([import("../component-base/bounded-inflate.ts"), import("../component-base/plain-cbor.ts")]);

async function unpack(file: Uint8Array): Promise<unknown> {
  const [{ strFromU8 }, { Decoder }] = await loadCodecs();
  const [{ gunzipWithin }, { checkPlainCbor }] = await loadChecks();
  try {
    const bytes = file[0] === 0x1f && file[1] === 0x8b ? await gunzipWithin(file, largestContent) : file;
    if (bytes[0] === 0x7b) return JSON.parse(strFromU8(bytes));
    checkPlainCbor(bytes);
    return new Decoder({ useRecords: false }).decode(bytes);
  } catch (cause) {
    throw new Error("This file is not an export of Kubepad: it cannot be unpacked.", { cause });
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
