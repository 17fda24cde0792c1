import type { Status } from "../../apimachinery/meta.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { type Agent, headerOf, pageAgent, readBytes, refusal, send } from "../data/send.ts";

/** An encoding of responses. */
export interface Encoding {
  readonly id: "json" | "yaml" | "protobuf" | "cbor";
  readonly label: string;
  readonly mediaType: string;
  readonly isText: boolean;
  readonly words: string;
  /** The explanation if a server does not support it. */
  readonly refused: string;
}

/** The encodings, from the most to the least familiar. */
// oxfmt-ignore
const encodings: readonly Encoding[] = [
  { id: "json", label: "JSON", mediaType: "application/json", isText: true, words: "What most clients use. The sizes of the other encodings are compared with it. It is sent on one line and indented here.", refused: "" },
  { id: "yaml", label: "YAML", mediaType: "application/yaml", isText: true, words: "What people write. The server sorts keys alphabetically.", refused: "" },
  { id: "protobuf", label: "Protobuf", mediaType: "application/vnd.kubernetes.protobuf", isText: false, words: "What controllers use. It starts with the bytes k8s and a zero, followed by an envelope with the kind and the fields by number. Field names are not sent.", refused: "Custom resources have no protobuf encoding, because their fields have no numbers." },
  { id: "cbor", label: "CBOR", mediaType: "application/cbor", isText: false, words: "Binary JSON. It starts with d9 d9 f7. Field names are sent, quotes and commas are not.", refused: "CBOR needs the feature gate CBORServingAndStorage, which is off by default." },
];

/** A request that can be repeated for each encoding. */
export interface Question {
  readonly target: string;
  /** The sender. Defaults to the page itself. */
  readonly agent?: Agent | undefined;
  readonly headers?: readonly (readonly [string, string])[] | undefined;
  /** The media type parameters: `;as=Table;g=meta.k8s.io;v=v1`. */
  readonly parameters?: string | undefined;
  /** The expected error status, if the original response was an error. */
  readonly status?: number | undefined;
}

/** A response in one encoding: the bytes as sent, or the error, or the media type sent instead. */
export interface Encoded {
  readonly encoding: Encoding;
  readonly bytes: Uint8Array;
  readonly refused: Status | undefined;
  /** The media type of the response, if it differs from the requested one. */
  readonly instead: string | undefined;
}

/** True if the response has the requested encoding. */
export const isThere = ({ refused, instead }: Encoded): boolean => refused === undefined && instead === undefined;

/** Requests the response in every encoding, with one request each. */
export const askEncodings = (handle: Handle, question: Question, signal: AbortSignal): Promise<readonly Encoded[]> =>
  Promise.all(encodings.map((encoding) => askEncoding(handle, question, encoding, signal)));

async function askEncoding(
  handle: Handle,
  { target, agent = pageAgent, headers = [], parameters = "", status }: Question,
  encoding: Encoding,
  signal: AbortSignal,
): Promise<Encoded> {
  const reply = await send(handle, agent, {
    method: "GET",
    target,
    headers: [...headers, ["Accept", `${encoding.mediaType}${parameters}`]],
    signal,
  });
  const bytes = await readBytes(reply.body);
  if (reply.status >= 300 && reply.status !== status)
    return { encoding, bytes, refused: refusal(reply.status, new TextDecoder().decode(bytes)), instead: undefined };
  const came = mediaTypeOf(headerOf(reply.headers, "Content-Type") ?? "");
  return { encoding, bytes, refused: undefined, instead: came === encoding.mediaType ? undefined : came };
}

/** A media type without its parameters. */
const mediaTypeOf = (contentType: string): string => (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
