import type { StoreState } from "../apiserver/storage/mvcc/store.ts";

/** What the first member of an export file says. */
const format = "kubepad-export/1";

/** The newest state as one file: gzipped JSON. */
export async function writeExportFile({ revision, objects }: StoreState): Promise<Uint8Array> {
  const { gzipSync, strToU8 } = await import("fflate");
  return gzipSync(strToU8(JSON.stringify({ format, revision, objects })));
}

/** The state in an export file; rejects with a sentence for people when it is none. */
export async function readExportFile(file: Uint8Array): Promise<Pick<StoreState, "objects">> {
  const { gunzipSync, strFromU8 } = await import("fflate");
  let content: unknown;
  try {
    content = JSON.parse(strFromU8(gunzipSync(file)));
  } catch (cause) {
    throw new Error("This file is not an export of Kubepad: it cannot be unpacked.", { cause });
  }
  if (!isExport(content))
    throw new Error("This file is not an export of Kubepad, or of a version that this one does not read.");
  return content;
}

function isExport(content: unknown): content is Pick<StoreState, "objects"> {
  if (typeof content !== "object" || content === null || !("format" in content) || content.format !== format)
    return false;
  return "objects" in content && Array.isArray(content.objects) && content.objects.every(isStoredText);
}

const isStoredText = (object: unknown): boolean =>
  typeof object === "object" &&
  object !== null &&
  "key" in object &&
  typeof object.key === "string" &&
  "text" in object &&
  typeof object.text === "string";
