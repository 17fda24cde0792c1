/** Returns the owner of the prefix that contains a key. */
export function ownerOf<T>(owners: ReadonlyMap<string, T>, key: string): T | undefined {
  for (let at = key.indexOf("/", 1); at >= 0; at = key.indexOf("/", at + 1)) {
    const owner = owners.get(key.slice(0, at + 1));
    if (owner !== undefined) return owner;
  }
  return undefined;
}
