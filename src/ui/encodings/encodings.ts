import type { Status } from "../../apimachinery/meta.ts";
import type { Handle } from "../../component-base/exchange.ts";
import { headerOf, readBytes, refusal, send, type Agent } from "../data/send.ts";

/** A way to write an answer down. */
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
// oxfmt-ignore
const encodings: readonly Encoding[] = [
  { id: "json", label: "JSON", mediaType: "application/json", isText: true, words: "What most clients use. The sizes of the other encodings are compared with it. It is sent on one line and indented here.", refused: "" },
  { id: "yaml", label: "YAML", mediaType: "application/yaml", isText: true, words: "What people write. The server sorts keys alphabetically.", refused: "" },
  { id: "protobuf", label: "Protobuf", mediaType: "application/vnd.kubernetes.protobuf", isText: false, words: "What controllers use. It starts with the bytes k8s and a zero, followed by an envelope with the kind and the fields by number. Field names are not sent.", refused: "Custom resources have no protobuf encoding, because their fields have no numbers." },
  { id: "cbor", label: "CBOR", mediaType: "application/cbor", isText: false, words: "Binary JSON. It starts with d9 d9 f7. Field names are sent, quotes and commas are not.", refused: "CBOR needs the feature gate CBORServingAndStorage, which is off by default." },
];

/** A question that can be asked again and again, once for each encoding. */
export interface Question {
  readonly target: string;
  /** The page itself unless told. */
  readonly agent?: Agent | undefined;
  readonly headers?: readonly (readonly [string, string])[] | undefined;
  /** What else is said of the media type: `;as=Table;g=meta.k8s.io;v=v1`. */
  readonly parameters?: string | undefined;
  /** The refusal that is to be seen in every encoding, where it was one. */
  readonly status?: number | undefined;
}

/** An answer in one encoding, as the server sent it; or its refusal, or what it sends instead. */
export interface Encoded {
  readonly encoding: Encoding;
  readonly bytes: Uint8Array;
  readonly refused: Status | undefined;
  /** The media type that came, where that is not the one asked for. */
  readonly instead: string | undefined;
}

/** True where it came in the encoding that was asked for. */
export const isThere = ({ refused, instead }: Encoded): boolean => refused === undefined && instead === undefined;

/** Asks a question in every encoding, each by a request of its own. */
export const askEncodings = (handle: Handle, question: Question, signal: AbortSignal): Promise<readonly Encoded[]> =>
  Promise.all(encodings.map((encoding) => askEncoding(handle, question, encoding, signal)));

async function askEncoding(
  handle: Handle,
  { target, agent = "kubepad-ui/0.1", headers = [], parameters = "", status }: Question,
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
