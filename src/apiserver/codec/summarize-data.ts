const utf8 = new TextDecoder();

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Summarizes a body for errors: as text if it looks like an object, otherwise in hex, cut after `maxLength` bytes
 * (handlers.summarizeData).
 */
export function summarizeData(data: Uint8Array, maxLength: number): string {
  if (data.length === 0) return "<empty>";
  const start = data.subarray(0, maxLength);
  const text = data[0] === 0x7b ? utf8.decode(start) : hex(start);
  return data.length > maxLength ? `${text} ...` : text;
}
