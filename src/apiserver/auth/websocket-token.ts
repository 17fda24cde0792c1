import { isListed, type HeaderReader } from "../../component-base/exchange.ts";
import { fromBase64Url } from "./serviceaccount/base64-url.ts";

/** What the protocol of a websocket begins with that is a token. */
const tokenProtocol = "base64url.bearer.authorization.k8s.io.";

/**
 * Returns the token among the protocols of a websocket, for browsers, which send no other headers; undefined if there
 * is none, "invalid" for several, for one that is not encoded well, and for one without another protocol to be answered
 * (websocket.ProtocolAuthenticator).
 */
export function websocketToken(headers: HeaderReader): { readonly token: string } | "invalid" | undefined {
  if (!asksForWebsocket(headers)) return undefined;
  const protocols = valuesOf(headers, "sec-websocket-protocol").map((protocol) => protocol.trim());
  const [encoded, another] = protocols.filter((protocol) => protocol.startsWith(tokenProtocol));
  if (encoded === undefined) return undefined;
  const bytes = fromBase64Url(encoded.slice(tokenProtocol.length));
  if (another !== undefined || bytes === undefined) return "invalid";
  const token = textOf(bytes);
  if (token === "") return undefined;
  return token === undefined || protocols.length === 1 ? "invalid" : { token };
}

/** Reports whether a request wants to go on as a websocket (wsstream.IsWebSocketRequest). */
const asksForWebsocket = (headers: HeaderReader): boolean =>
  headers.get("Upgrade")?.toLowerCase() === "websocket" &&
  (headers.get("Connection") ?? "").split(",").some((option) => option.trim().toLowerCase() === "upgrade");

/** Returns the values of a header's lists, in all headers of the name. */
const valuesOf = (headers: HeaderReader, name: string): readonly string[] =>
  (isListed(headers) ? [...headers] : [])
    .filter(([sent]) => sent.toLowerCase() === name)
    .flatMap(([, value]) => value.split(","));

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined; // not UTF-8
  }
}
