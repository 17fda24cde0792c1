import { messageOf } from "../../../apimachinery/message-of.ts";
import type { RevisionEntry } from "../../../client/history.ts";
import type { Page } from "../../state/page.ts";
import { onAnotherServer, serverStatus } from "../../state/server-status.ts";
import { onWrites } from "../../state/writes.ts";
import { countUpTo } from "./model/entries.ts";

const portion = 2000;

/** The writes that the server retains, as far as they have been read. */
export interface Retained {
  readonly entries: readonly RevisionEntry[];
  /** The newest revision, and the oldest whose state can be read. */
  readonly revision: number;
  readonly compacted: number;
  /** Whether all of them have been read at least once. */
  readonly isRead: boolean;
  /** Why they cannot be read. */
  readonly trouble: string;
}

export const nothingRetained: Retained = { entries: [], revision: 0, compacted: 0, isRead: false, trouble: "" };

/** Reads the writes that the server retains, and those that follow, until the returned function is called. */
export function followRevisions(page: Page, tell: (retained: Retained) => void): () => void {
  let known = nothingRetained;
  let [isReading, isDue, isOver] = [false, false, false];
  const read = async (): Promise<void> => {
    isDue = isReading;
    if (isReading) return;
    isReading = true;
    try {
      known = await withNewer(page, known);
    } catch (error) {
      known = { ...known, trouble: messageOf(error) };
    }
    isReading = false;
    if (isOver) return;
    tell(known);
    if (isDue) void read();
  };
  const anew = (): void => {
    known = nothingRetained;
    void read();
  };
  const ends = [
    onWrites(page, () => void read()),
    serverStatus.of(page).subscribe(({ stats }) => {
      if (stats === undefined) return;
      if (stats.revision < known.revision) anew();
      else if (stats.revision > known.revision || stats.compactedRevision > known.compacted) void read();
    }),
    onAnotherServer(page, anew),
  ];
  void read();
  return () => {
    isOver = true;
    for (const end of ends) end();
  };
}

async function withNewer({ inspect }: Page, known: Retained): Promise<Retained> {
  const added: RevisionEntry[] = [];
  let { revision, compacted } = known;
  let after: number | undefined = known.revision;
  while (after !== undefined) {
    const next = await inspect.revisions({ after, limit: portion });
    for (const entry of next.entries) added.push(entry);
    ({ revision, compacted } = next);
    after = next.next;
  }
  const kept = compacted === known.compacted ? known.entries : known.entries.slice(countUpTo(known.entries, compacted));
  const fresh = added.slice(countUpTo(added, compacted));
  return { entries: fresh.length === 0 ? kept : [...kept, ...fresh], revision, compacted, isRead: true, trouble: "" };
}
