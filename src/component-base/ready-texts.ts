import type { BodyPieces } from "./exchange.ts";
import { joinBytes } from "./join-bytes.ts";

/**
 * Complete texts up to this length are sent in one piece: they are already in memory, and waiting for the reader
 * between chunks takes longer than copying them. Longer ones are sent at the reader's pace.
 */
export const wholeTextsLimit = 4 << 20;

const pieceUnits = 1 << 20;

/** Returns the total number of characters. */
export const lengthOfTexts = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

/** Yields the texts joined into chunks of about a million characters, each built on demand. */
export async function* gatherTexts(texts: readonly string[]): AsyncGenerator<string> {
  let from = 0;
  let length = 0;
  for (let i = 0; i < texts.length; i++) {
    length += texts[i]?.length ?? 0;
    if (length < pieceUnits && i < texts.length - 1) continue;
    yield texts.slice(from, i + 1).join("");
    from = i + 1;
    length = 0;
  }
}

/** Reads all pieces of a body, which are either strings or bytes. */
export async function gatherPieces(pieces: BodyPieces): Promise<readonly string[] | Uint8Array> {
  const texts: string[] = [];
  const bytes: Uint8Array[] = [];
  for await (const piece of pieces) {
    if (typeof piece === "string") texts.push(piece);
    else bytes.push(piece);
  }
  return bytes.length === 0 ? texts : joinBytes(bytes);
}
