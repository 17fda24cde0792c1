import type { ClientRequest } from "node:http";
import { type DetailedPeerCertificate, TLSSocket } from "node:tls";

/**
 * Returns what tells the certificate that the server of a request has shown, with its issuers. It is read before Node
 * verifies it, since Node forgets one that it refuses.
 */
export function shownTo(call: ClientRequest): () => DetailedPeerCertificate | undefined {
  let shown: DetailedPeerCertificate | undefined;
  call.on("socket", (socket) => {
    if (call.reusedSocket || !(socket instanceof TLSSocket)) return;
    socket.prependOnceListener("secure", () => (shown = socket.getPeerCertificate(true)));
  });
  return () => shown;
}
