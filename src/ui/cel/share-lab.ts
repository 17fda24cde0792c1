import { isLabState, type LabState } from "./lab-state.ts";

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
const fromBase64Url = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));

/** Encodes a lab state for a link. */
export async function packLab(lab: LabState): Promise<string> {
  const { deflateSync, strToU8 } = await import("fflate");
  return toBase64Url(deflateSync(strToU8(JSON.stringify(lab)), { level: 9 }));
}

const longestLab = 1_000_000;

/** Decodes a lab state from a link; undefined if the text is not valid. */
export async function unpackLab(text: string): Promise<LabState | undefined> {
  const { inflateSync, strFromU8 } = await import("fflate");
  try {
    const lab: unknown = JSON.parse(strFromU8(inflateSync(fromBase64Url(text), { out: new Uint8Array(longestLab) })));
    return isLabState(lab) ? lab : undefined;
  } catch {
    return undefined;
  }
}

/** Returns an address that contains the whole lab state. `from` is the address that the lab links back to. */
export const labAddress = async (lab: LabState, from?: string): Promise<string> =>
  `#/cel?lab=${await packLab(lab)}${from === undefined ? "" : `&from=${encodeURIComponent(from)}`}`;
