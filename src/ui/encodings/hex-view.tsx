import { useMemo } from "react";
import { VirtualTable, type Column } from "../design/virtual-table.tsx";
import { isEmbedded } from "../platform/embedded.ts";
import { useMedium } from "../platform/media.ts";
import { hexOffsets, hexRow } from "./hex-rows.ts";

/** A hex dump of any length, with sixteen bytes per row, or eight where a pane has no room for them. */
export function HexView({ bytes, label }: { readonly bytes: Uint8Array; readonly label: string }) {
  const perRow = useMedium() || isEmbedded() ? 8 : 16;
  const rows = useMemo(() => hexOffsets(bytes.length, perRow), [bytes, perRow]);
  const columns = useMemo(
    (): readonly Column<number>[] => [
      {
        id: "offset",
        label: "Offset",
        width: "6ch",
        draw: (at) => <span className="mono quiet">{hexRow(bytes, at, perRow).offset}</span>,
      },
      {
        id: "bytes",
        label: "Bytes",
        width: `${perRow * 3 + perRow / 8 - 1}ch`,
        draw: (at) => <code className="kp-enc-bytes">{hexRow(bytes, at, perRow).bytes}</code>,
      },
      {
        id: "signs",
        label: "Text",
        width: "minmax(8ch, 1fr)",
        draw: (at) => <code className="kp-enc-signs">{hexRow(bytes, at, perRow).signs}</code>,
      },
    ],
    [bytes, perRow],
  );
  return (
    <div className="kp-enc-hex fill column">
      <VirtualTable label={label} rows={rows} columns={columns} rowKey={String} rowHeight={22} />
    </div>
  );
}
