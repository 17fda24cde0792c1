import { useMemo } from "react";
import type { RevisionEntry } from "../../../client/history.ts";
import { formatCount } from "../../data/words.ts";
import { VirtualTable, type Column } from "../../design/virtual-table.tsx";
import { authorInWords } from "./model/authors.ts";
import { lastUpTo } from "./model/entries.ts";
import { objectInWords, timeInWords } from "./model/revision-words.ts";
import { timeline } from "./timeline-store.ts";

const columns: readonly Column<RevisionEntry>[] = [
  { id: "revision", label: "Revision", width: "80px", draw: ({ revision }) => formatCount(revision) },
  { id: "kind", label: "Write", width: "70px", draw: ({ kind }) => kind },
  { id: "what", label: "Object", width: "minmax(150px, 2fr)", draw: objectInWords },
  { id: "who", label: "By", width: "minmax(140px, 1fr)", draw: authorInWords },
  { id: "when", label: "At", width: "90px", draw: ({ at }) => timeInWords(at) },
];
const rowKey = ({ revision }: RevisionEntry): string => String(revision);
const tones = { create: "added", update: "modified", delete: "deleted" } as const;
const rowTone = ({ kind }: RevisionEntry): string => tones[kind];

/** The line of revisions as a table, newest first. A row shows the world at its revision. */
export function WriteList() {
  const shown = timeline.use((state) => state.shown);
  const at = timeline.use((state) => state.at);
  const go = timeline.use((state) => state.go);
  const newestFirst = useMemo(() => shown.toReversed(), [shown]);
  const chosen = useMemo(() => (at === undefined ? undefined : lastUpTo(shown, at)), [shown, at]);
  return (
    <div className="kp-time-list">
      <VirtualTable
        label="Writes"
        rows={newestFirst}
        columns={columns}
        rowKey={rowKey}
        rowTone={rowTone}
        selected={chosen && rowKey(chosen)}
        onSelect={({ revision }) => go(revision)}
        empty={<p className="pad quiet">No writes match the filters.</p>}
      />
    </div>
  );
}
