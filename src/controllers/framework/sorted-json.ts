/** Encodes JSON with sorted members, without those that are absent or empty metadata: equal values give equal texts. */
export function stringifySorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stringifySorted).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined && member !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${stringifySorted(member)}`);
  return `{${members.join(",")}}`;
}

/** Whether two JSON values are equal; members that are null count as absent. */
export const equalJson = (a: unknown, b: unknown): boolean => stringifySorted(a) === stringifySorted(b);
