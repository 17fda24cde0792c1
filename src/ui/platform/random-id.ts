const alphabet = "bcdfghjklmnpqrstvwxz2456789";

/** Eight characters that nothing else has. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join("");
}
