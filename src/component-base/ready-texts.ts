/**
 * Ready texts up to this length are sent as one piece: they are in memory already, and waiting for the reader piece by
 * piece takes longer than copying them. Longer ones are sent as their reader takes them.
 */
export const wholeTextsLimit = 4 << 20;

const pieceUnits = 1 << 20;

/** Characters of all texts together. */
export const lengthOfTexts = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

/** Texts gathered into pieces of about a million characters, each made when it is asked for. */
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
