/**
 * Returns about a tenth of the records, by a rule that gives the same ones for the same records: each that has a
 * feature that none before it had, and at least one of every ten successive ones of a file.
 */
export function tenthOf<T>(
  records: readonly T[],
  fileOf: (record: T) => string,
  featuresOf: (record: T) => readonly string[],
): readonly T[] {
  const seen = new Set<string>();
  /** How many records of a file were left out since the last that was taken. */
  const leftOut = new Map<string, number>();
  return records.filter((record) => {
    const file = fileOf(record);
    const left = leftOut.get(file) ?? 9;
    const features = featuresOf(record).filter((feature) => !seen.has(feature));
    for (const feature of features) seen.add(feature);
    const taken = features.length > 0 || left === 9;
    leftOut.set(file, taken ? 0 : left + 1);
    return taken;
  });
}
