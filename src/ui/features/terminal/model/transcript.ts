/** What a part of the output is: stdout, or errors, warnings and request logs on stderr. */
export type Stream = "out" | "err" | "warning" | "log";

/** Tells what a text on stderr is. */
export function streamOfError(text: string): Stream {
  if (text.startsWith("Warning: ")) return "warning";
  return /^[IWE]\d{4} \d{2}:|^\^C/.test(text) ? "log" : "err";
}

/** A part of a command's output that is drawn as one element. */
export interface Block {
  readonly id: number;
  readonly stream: Stream;
  readonly text: string;
  readonly lines: number;
}

/** A request that a command sent, with its answer's status. */
export interface SentRequest {
  /** The audit id, by which the request log knows it. */
  readonly id: string;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly status: number;
}

/** A command line that was run, with its output. */
export interface Entry {
  readonly id: number;
  readonly text: string;
  /** The user that it was run as; undefined for the page's own. */
  readonly as: string | undefined;
  /** The past revision that it read; undefined for the newest one. */
  readonly revision?: number | undefined;
  readonly namespace: string;
  readonly blocks: readonly Block[];
  /** All lines of the output, also those that are no longer kept. */
  readonly lines: number;
  readonly requests: readonly SentRequest[];
  /** The exit code; undefined while the command runs. */
  readonly code: number | undefined;
  readonly ms: number;
}

/** Output as it comes. */
export interface Piece {
  readonly stream: Stream;
  readonly text: string;
}

/** The lines of one element. Those that are out of sight cost the browser no layout, whatever their number. */
const linesOfBlock = 100;
/** The lines of one command that are kept; the first are dropped beyond that. */
export const linesOfEntry = 20_000;
/** The lines of all commands that are kept. */
const linesOfTranscript = 60_000;
const entriesOfTranscript = 300;

const countLines = (text: string): number => {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
};

/** Splits a text after every `size` line ends; its cost grows with the text only. */
function split(text: string, size: number): readonly string[] {
  const parts: string[] = [];
  let [start, count] = [0, 0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    count += 1;
    if (count < size) continue;
    parts.push(text.slice(start, at + 1));
    [start, count] = [at + 1, 0];
  }
  return start < text.length ? [...parts, text.slice(start)] : parts;
}

function withPiece(blocks: Block[], { stream, text }: Piece): void {
  let rest = text;
  const last = blocks.at(-1);
  if (last !== undefined && last.stream === stream && (last.lines < linesOfBlock || !last.text.endsWith("\n"))) {
    const [first = "", ...more] = split(rest, Math.max(1, linesOfBlock - last.lines));
    blocks[blocks.length - 1] = { ...last, text: last.text + first, lines: last.lines + countLines(first) };
    rest = more.join("");
  }
  for (const part of split(rest, linesOfBlock))
    blocks.push({ id: (blocks.at(-1)?.id ?? 0) + 1, stream, text: part, lines: countLines(part) });
}

/** Returns an entry with more output. Its first lines are dropped where it gets too long. */
export function withOutput(entry: Entry, pieces: readonly Piece[]): Entry {
  const blocks = [...entry.blocks];
  for (const piece of pieces) if (piece.text !== "") withPiece(blocks, piece);
  const lines = entry.lines + pieces.reduce((sum, { text }) => sum + countLines(text), 0);
  let kept = keptLines({ blocks });
  let dropped = 0;
  while (kept > linesOfEntry && dropped < blocks.length - 1) {
    kept -= blocks[dropped]?.lines ?? 0;
    dropped += 1;
  }
  return { ...entry, blocks: blocks.slice(dropped), lines };
}

/** The lines of an entry that are still there. */
export const keptLines = ({ blocks }: Pick<Entry, "blocks">): number =>
  blocks.reduce((sum, block) => sum + block.lines, 0);

/** The whole output of an entry as text. */
export const outputText = ({ blocks }: Pick<Entry, "blocks">): string => blocks.map(({ text }) => text).join("");

/** Returns the entries with a new one in the order of ids, within the limits. */
export function withNewEntry(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const later = entries.findIndex(({ id }) => id > entry.id);
  const at = later < 0 ? entries.length : later;
  return withinLimits([...entries.slice(0, at), entry, ...entries.slice(at)]);
}

/** Returns the entries without the oldest that have ended, where there is too much of them. */
export function withinLimits(entries: readonly Entry[]): readonly Entry[] {
  let lines = entries.reduce((sum, entry) => sum + keptLines(entry), 0);
  let count = entries.length;
  if (lines <= linesOfTranscript && count <= entriesOfTranscript) return entries;
  return entries.filter((entry, i) => {
    const tooMuch = lines > linesOfTranscript || count > entriesOfTranscript;
    if (!tooMuch || entry.code === undefined || i === entries.length - 1) return true;
    lines -= keptLines(entry);
    count -= 1;
    return false;
  });
}
