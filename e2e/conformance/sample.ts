/**
 * Returns about a tenth of the records, by a rule that gives the same ones for the same records: the first of each file
 * that brings a feature no earlier one of that file had, and then every tenth.
 */
export function tenthOf<T>(
  records: readonly T[],
  fileOf: (record: T) => string,
  featuresOf: (record: T) => readonly string[],
): readonly T[] {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  return records.filter((record) => {
    const file = fileOf(record);
    const place = counts.get(file) ?? 0;
    counts.set(file, place + 1);
    const features = featuresOf(record).filter((feature) => !seen.has(feature));
    for (const feature of features) seen.add(feature);
    return features.length > 0 || place % 10 === 0;
  });
}
