import { forEachKept, runningWork } from "../../../component-base/work.ts";
import { BackwardWriter } from "./backward-writer.ts";

/** Lists and maps with more items than this are written with pauses in a large request. */
const manyItems = 1_000;

/** Reports whether items are written with pauses. */
export const isLongWrite = (count: number): boolean => count > manyItems && runningWork() !== undefined;

/** The items that have been written so far. */
class Written {
  readonly writer = new BackwardWriter();
  length = 0;
}

/** Writes items from the last to the first with pauses; `write` gets their index. */
export function writeLong(
  writer: BackwardWriter,
  count: number,
  write: (to: BackwardWriter, i: number) => unknown,
): void {
  const written = forEachKept(
    count,
    () => new Written(),
    (made, step) => {
      made.writer.rewind(made.length); // of an item that was paused within, a part has been written
      write(made.writer, count - 1 - step);
      made.length = made.writer.length;
    },
  );
  writer.bytes(written.writer.written);
}
