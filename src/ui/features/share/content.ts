import { isPacked, readKubepadFile } from "../../../share/kubepad-file.ts";
import { decodeLink } from "../../../share/link-codec.ts";
import { parseManifests, type ReadProgress } from "../../../share/manifests.ts";
import { UnreadableWorldError, type World } from "../../../share/world.ts";

/** What a link or a file contains. An export of a whole store is opened as it is. */
export type Content =
  | {
      readonly kind: "world";
      readonly world: World;
      /** It has objects only, and says nothing of their server: YAML or JSON. */
      readonly isPlain: boolean;
    }
  | { readonly kind: "export"; readonly objects: number; readonly bytes: Uint8Array };

export const readLink = async (text: string): Promise<Content> => ({
  kind: "world",
  world: await decodeLink(text),
  isPlain: false,
});

/** The largest file that is read into memory. */
const largestFile = 256 * 1024 * 1024;

/** Reads the bytes of a dropped or chosen file. Rejects with a sentence if there are too many. */
export async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > largestFile)
    throw new UnreadableWorldError("This file is larger than 256 MB, which Kubepad does not read.");
  return new Uint8Array(await file.arrayBuffer());
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: ReadProgress, of: "object" | "document") => Promise<void> | void;
}

/** Reads the content of a file: `.kubepad`, YAML or JSON. Rejects with a sentence for other files. */
export async function readFile(
  bytes: Uint8Array<ArrayBuffer>,
  { signal, onProgress }: ReadOptions = {},
): Promise<Content> {
  if (isPacked(bytes)) {
    const found = await readKubepadFile(bytes, {
      signal,
      onProgress: (progress) => void onProgress?.(progress, "object"),
    });
    return found.kind === "world" ? { ...found, isPlain: false } : { ...found, bytes };
  }
  return {
    kind: "world",
    world: {
      objects: await parseManifests(textOf(bytes), { onProgress: (progress) => onProgress?.(progress, "document") }),
    },
    isPlain: true,
  };
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UnreadableWorldError("This is neither a .kubepad file nor YAML or JSON.", { cause });
  }
}
