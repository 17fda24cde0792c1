import type { Status } from "../../apimachinery/meta.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { readBytes, refusal, send } from "../data/send.ts";

/** A way to write an object down. */
export interface Encoding {
  readonly id: "json" | "yaml" | "protobuf" | "cbor";
  readonly label: string;
  readonly mediaType: string;
  readonly isText: boolean;
  readonly words: string;
  /** Why a server may not have it. */
  readonly refused: string;
}

/** In the order in which people meet them. */
export const encodings: readonly Encoding[] = [
  { id: "json", label: "JSON", mediaType: "application/json", isText: true, words: "What most clients speak, and what the others are measured by. It travels in one line; here it is indented.", refused: "" },
  { id: "yaml", label: "YAML", mediaType: "application/yaml", isText: true, words: "What people write. The server puts keys in the order of the alphabet.", refused: "" },
  { id: "protobuf", label: "Protobuf", mediaType: "application/vnd.kubernetes.protobuf", isText: false, words: "What controllers speak: the bytes k8s and a zero say what it is, an envelope says which kind, and fields follow by number. No names of fields travel.", refused: "Kinds that a definition made have no protobuf: nobody gave numbers to their fields." },
  { id: "cbor", label: "CBOR", mediaType: "application/cbor", isText: false, words: "JSON’s values in binary: d9 d9 f7 says what it is. Names of fields travel, quotes and commas do not.", refused: "CBOR is there only with the feature gate CBORServingAndStorage, which is off unless somebody turns it on." },
];

/** An object in one encoding, as the server sent it, or its refusal. */
export interface Encoded {
  readonly encoding: Encoding;
  readonly bytes: Uint8Array;
  readonly refused: Status | undefined;
}

/** Asks for an object in every encoding, each by a request of its own. */
export const askEncodings = (handle: Handle, target: string, signal: AbortSignal): Promise<readonly Encoded[]> =>
  Promise.all(encodings.map((encoding) => askEncoding(handle, target, encoding, signal)));

async function askEncoding(handle: Handle, target: string, encoding: Encoding, signal: AbortSignal): Promise<Encoded> {
  const reply = await send(handle, "kubepad-ui/0.1", { method: "GET", target, headers: [["Accept", encoding.mediaType]], signal });
  const bytes = await readBytes(reply.body);
  return { encoding, bytes, refused: reply.status < 300 ? undefined : refusal(reply.status, new TextDecoder().decode(bytes)) };
}
