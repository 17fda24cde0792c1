/** Eight colours, each with a pattern of its own (`--manager-1` and `--pattern-1` to 8). */
export const toneCount = 8;

/**
 * A tone for each id: those asked for where given, else the next that is free, in the order of the ids; beyond eight
 * they begin again.
 */
export function assignTones(
  ids: Iterable<string>,
  wanted: ReadonlyMap<string, number> = new Map(),
): ReadonlyMap<string, number> {
  const tones = new Map<string, number>();
  const taken = new Set(wanted.values());
  let given = 0;
  for (const id of ids) {
    if (tones.has(id)) continue;
    const tone = wanted.get(id) ?? nextFree(taken) ?? (given % toneCount) + 1;
    taken.add(tone);
    tones.set(id, tone);
    given += 1;
  }
  return tones;
}

function nextFree(taken: ReadonlySet<number>): number | undefined {
  for (let tone = 1; tone <= toneCount; tone += 1) if (!taken.has(tone)) return tone;
  return undefined;
}
