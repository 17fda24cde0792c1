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
  if (found === undefined || !isExport(content)) throw new Error("This file is not an export of Kubepad.");
  return content;
}

/**
 * Loads the codecs on first use. `index-no-eval` is the build for pages whose content security policy forbids `eval`.
 */
const loadCodecs = () => Promise.all([import("fflate"), import("cbor-x/index-no-eval")]);

async function unpack(file: Uint8Array): Promise<unknown> {
  const [{ gunzipSync, strFromU8 }, { Decoder }] = await loadCodecs();
  try {
    const bytes = file[0] === 0x1f && file[1] === 0x8b ? gunzipSync(file) : file;
    return bytes[0] === 0x7b ? JSON.parse(strFromU8(bytes)) : new Decoder({ useRecords: false }).decode(bytes);
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
