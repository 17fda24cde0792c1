import { isRecord } from "../apimachinery/is-record.ts";
import type { StoreState } from "../apiserver/storage/mvcc/store.ts";

/** The member `format` of an export file; version 1 had its version in it, `kubepad-export/1`. */
const format = "kubepad-export";

/** Version 1 is gzipped JSON; version 2 is gzipped CBOR with the version in a member of its own. */
const version = 2;

type ExportedState = Pick<StoreState, "objects">;

/** The newest state as one file: gzipped CBOR. */
export async function writeExportFile({ revision, objects }: StoreState): Promise<Uint8Array> {
  const [{ gzipSync }, { Encoder }] = await loadCodecs();
  return gzipSync(
    new Encoder({ useRecords: false, variableMapSize: true }).encode({ format, version, revision, objects }),
  );
}

/** The state in an export file; rejects with a sentence for people where it is none, or one of a newer version. */
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

/** Loaded when the first file is written or read. `index-no-eval` is the build for pages that allow no `eval`. */
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
