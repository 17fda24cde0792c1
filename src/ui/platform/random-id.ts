const alphabet = "bcdfghjklmnpqrstvwxz2456789";

/** Returns a random id of eight characters. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join("");
}
