import { isRecord } from "../../apimachinery/is-record.ts";
import { recordsAt, type JsonRecord } from "../record.ts";

/** A pod's spec without volumes that are images, and without their mounts (api/pod dropImageVolumes). */
export function withoutImageVolumes(spec: unknown): unknown {
  if (!isRecord(spec)) return spec;
  const gone = new Set(
    recordsAt(spec, "volumes")
      .filter(({ image }) => isRecord(image))
      .map(({ name }) => name),
  );
  const rest: Record<string, unknown> = {
    ...spec,
    ...listMember(
      "volumes",
      recordsAt(spec, "volumes").filter(({ name }) => !gone.has(name)),
    ),
  };
  for (const member of ["containers", "initContainers", "ephemeralContainers"]) {
    if (Array.isArray(spec[member]))
      rest[member] = recordsAt(spec, member).map((container) => withoutMounts(container, gone));
  }
  return rest;
}

function withoutMounts(container: JsonRecord, gone: ReadonlySet<unknown>): JsonRecord {
  const mounts = recordsAt(container, "volumeMounts");
  const kept = mounts.filter(({ name }) => !gone.has(name));
  return kept.length === mounts.length ? container : { ...container, ...listMember("volumeMounts", kept) };
}

/** Empty lists are not printed. */
const listMember = (name: string, items: readonly JsonRecord[]): JsonRecord => ({
  [name]: items.length === 0 ? undefined : items,
});
