import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the proxy saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly accept: string;
  readonly contentType: string;
  readonly body: string;
}

/** A proxy in front of a server that notes the requests, discovery and OpenAPI aside. */
export interface RecordingProxy {
  readonly url: string;
  /** The requests since the last call. */
  take(): readonly SeenRequest[];
  close(): void;
}

const isDiscovery = (path: string): boolean =>
  /^\/(?:api|apis|version|openapi\/.*|api\/v1|apis\/[^/]+\/[^/]+)$/.test(path);

/** The parameters in order, and the terms of field selectors, whose order kubectl leaves to chance. */
const sortedQuery = (search: string): string =>
  [...new URLSearchParams(search)]
    .map(([name, value]) => `${name}=${name === "fieldSelector" ? value.split(",").sort().join(",") : value}`)
    .sort()
    .join("&");

/** Starts a proxy on a port of its own. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const { hostname, port } = new URL(target);
  let seen: SeenRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on("data", (part: Buffer) => parts.push(part));
    incoming.on("end", () => {
      const body = Buffer.concat(parts);
      const { pathname, search } = new URL(incoming.url ?? "/", target);
      const { method = "", headers } = incoming;
      if (!isDiscovery(pathname))
        seen.push({
          method,
          path: pathname,
          query: sortedQuery(search),
          accept: headers.accept ?? "",
          contentType: headers["content-type"] ?? "",
          body: body.toString(),
        });
      const sent = request({ hostname, port, path: incoming.url, method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.rawHeaders);
        outgoing.flushHeaders();
        answer.pipe(outgoing);
      });
      sent.once("error", () => outgoing.destroy());
      outgoing.once("close", () => sent.destroy());
      sent.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    take() {
      const taken = seen;
      seen = [];
      return taken;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
