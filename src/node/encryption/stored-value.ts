// How values of transformers stand in the texts of a backend: what precedes the encrypted bytes as it is, the bytes as
// base64.

const encrypted = "k8s:enc:";

/** What precedes the text of a value that is not encrypted, although it should be. No object has such a text. */
const withheldMark = "k8s:plain:";

/** The colons of `k8s:enc:PROVIDER:v1:KEY:`. */
const colons = 5;

/** Returns where the header of an encrypted value ends; 0 for any other. A part of a key's name may be behind it. */
function headerEnd(indexOf: (from: number) => number, isEncrypted: boolean): number {
  if (!isEncrypted) return 0;
  let end = 0;
  for (let i = 0; i < colons; i++) {
    const next = indexOf(end);
    if (next < 0) return end;
    end = next + 1;
  }
  return end;
}

/** Whether a text is that of an encrypted value. */
export const isEncryptedText = (text: string): boolean => text.startsWith(encrypted);

/** Returns the header of an encrypted text, `k8s:enc:aescbc:v1:key1:`; "" for any other. */
export const headerOf = (text: string): string =>
  text.slice(
    0,
    headerEnd((from) => text.indexOf(":", from), isEncryptedText(text)),
  );

/** Returns the header of a value, as of a text. */
export function headerOfValue(value: Uint8Array): string {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.length);
  const isEncrypted = bytes.toString("latin1", 0, encrypted.length) === encrypted;
  return bytes.toString(
    "utf8",
    0,
    headerEnd((from) => bytes.indexOf(0x3a, from), isEncrypted),
  );
}

/** Returns the text of an encrypted value. */
export function textOfValue(value: Uint8Array): string {
  const header = headerOfValue(value);
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.length);
  return header === "" ? textOfPlain(bytes) : header + bytes.toString("base64", Buffer.byteLength(header));
}

/** Returns the value of an encrypted text. */
export function valueOfText(text: string): Uint8Array {
  if (!isEncryptedText(text)) return plainOfText(text);
  const header = headerOf(text);
  return Buffer.concat([Buffer.from(header), Buffer.from(text.slice(header.length), "base64")]);
}

/** What precedes a text as JSON. */
const quoted = "\ufeff";

/**
 * Returns the bytes to encrypt of a text. It is written as JSON if it has surrogates that stand alone, since UTF-8 has
 * none.
 */
export const plainOfText = (text: string): Uint8Array =>
  Buffer.from(/^\ufeff|\p{Surrogate}/u.test(text) ? quoted + JSON.stringify(text) : text);

/** Returns the text of decrypted bytes. */
export function textOfPlain(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
  return text.startsWith(quoted) ? (JSON.parse(text.slice(quoted.length)) as string) : text;
}

/** Returns about how many bytes the plain text of an encrypted one has. */
export const plainSize = (encryptedSize: number): number => Math.floor((encryptedSize * 3) / 4);

/** Returns what stands for a text that cannot be read: no object can be decoded from it. */
export const withheld = (text: string): string => (isEncryptedText(text) ? text : withheldMark + text);

/** Returns the text that another one stands for, as it is in storage; undefined if it stands for itself. */
export function storedText(text: string): string | undefined {
  if (isEncryptedText(text)) return text;
  return text.startsWith(withheldMark) ? text.slice(withheldMark.length) : undefined;
}
