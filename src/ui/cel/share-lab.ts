import { base64UrlOfBytes, bytesOfBase64Url } from "../../apimachinery/base64.ts";
import { isLabState, type LabState } from "./lab-state.ts";

/** Encodes a lab state for a link. */
export async function packLab(lab: LabState): Promise<string> {
  const { deflateSync, strToU8 } = await import("fflate");
  return base64UrlOfBytes(deflateSync(strToU8(JSON.stringify(lab)), { level: 9 }));
}

const longestLab = 1_000_000;

/** Decodes a lab state from a link; undefined if the text is not valid. */
export async function unpackLab(text: string): Promise<LabState | undefined> {
  const { inflateSync, strFromU8 } = await import("fflate");
  try {
    const lab: unknown = JSON.parse(
      strFromU8(inflateSync(bytesOfBase64Url(text), { out: new Uint8Array(longestLab) })),
    );
    return isLabState(lab) ? lab : undefined;
  } catch {
    return undefined;
  }
}

/** Returns an address that contains the whole lab state. `from` is the address that the lab links back to. */
export const labAddress = async (lab: LabState, from?: string): Promise<string> =>
  `#/cel?lab=${await packLab(lab)}${from === undefined ? "" : `&from=${encodeURIComponent(from)}`}`;
