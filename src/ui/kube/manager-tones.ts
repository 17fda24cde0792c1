/** The number of colours, each with its own pattern (`--manager-1` and `--pattern-1` to 8). */
export const toneCount = 8;

/**
 * Assigns a tone to each id: the wanted one if given, and otherwise the next unused one, in the order of the ids. Tones
 * are reused after eight.
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
