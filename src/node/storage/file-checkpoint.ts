import { open } from "node:fs/promises";
import type { BackendSegment } from "../../apiserver/storage/backend/backend.ts";
import { addSegment, type LogPosition } from "../../apiserver/storage/backend/log-chain.ts";
import { digestOf, encodeHeader, encodeRecord } from "./file-format.ts";
import { fileMode } from "./file-log.ts";
import type { CheckpointEnd } from "./file-state.ts";
import { formOf } from "./text-form.ts";

/** Writes a complete checkpoint under a temporary name that is ignored on startup. */
export async function writeCheckpointFile(
  path: string,
  place: LogPosition,
  segments: Iterable<BackendSegment>,
  { synced, isOwn }: { readonly synced: boolean; readonly isOwn: boolean },
): Promise<void> {
  const file = await open(path, "w", fileMode);
  try {
    await file.writeFile(encodeHeader(place, synced));
    let [count, content] = [0, 0];
    for (const segment of segments) {
      const record = encodeRecord(place.revision, segment);
      await file.writeFile(record);
      count++;
      content = addSegment(content, digestOf(record));
    }
    const end: CheckpointEnd = { segments: count, content, ...formOf(isOwn) };
    await file.writeFile(encodeRecord(place.revision, end));
    if (synced) await file.sync();
  } finally {
    await file.close();
  }
}
