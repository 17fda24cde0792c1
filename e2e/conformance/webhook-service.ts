import { once } from "node:events";
import { createServer as createHttpsServer } from "node:https";
import { createServer, type AddressInfo } from "node:net";
import { generateCertificate } from "../../src/node/tls/certificate.ts";
import type { WebhookService } from "./run-case.ts";
import { behaviourOf, reviewOf, type Review } from "./webhook-behaviours.ts";
import { takenCalls, type Call } from "./webhook-calls.ts";

/**
 * Starts an admission webhook service over HTTPS, with a certificate of its own. A case has the paths under its
 * namespace, /NAMESPACE/BEHAVIOUR...; calls are remembered until they are taken.
 */
export async function startWebhookService(): Promise<WebhookService & { close(): Promise<void> }> {
  const now = Date.now();
  const [own, other] = [generateCertificate(now), generateCertificate(now)];
  const calls = new Map<string, Call[]>();
  const server = createHttpsServer({ key: own.key, cert: own.cert }, (request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      const { pathname, search } = new URL(request.url ?? "/", "https://webhooks");
      const [, namespace = "", ...segments] = pathname.split("/");
      const review: Review = JSON.parse(text);
      const { method, headers } = request;
      const call: Call = {
        method,
        path: segments.join("/"),
        query: search,
        contentType: headers["content-type"],
        accept: headers.accept,
        review,
        request: review.request,
      };
      calls.set(namespace, [...(calls.get(namespace) ?? []), call]);
      const answer = behaviourOf(segments.map(decodeURIComponent), review);
      setTimeout(() => {
        response.writeHead(answer.status ?? 200, { "Content-Type": "application/json", ...answer.headers });
        response.end(answer.raw ?? JSON.stringify(reviewOf(answer, review)));
      }, answer.ms ?? 0);
    });
  });
  const address = `127.0.0.1:${await listen(server)}`;
  const refused = `127.0.0.1:${await unusedPort()}`;
  const [bundle, otherBundle] = [own, other].map(({ ca = "" }) => Buffer.from(ca).toString("base64"));
  return {
    variables: (namespace) => ({
      webhooks: `https://${address}/${namespace}`,
      refused: `https://${refused}`,
      caBundle: bundle ?? "",
      otherCaBundle: otherBundle ?? "",
    }),
    hidden: (namespace) => [
      [`https://${address}/${namespace}`, "<webhooks>"],
      [address, "<webhook-address>"],
      [refused, "<refused>"],
      [bundle ?? "", "<caBundle>"],
      [otherBundle ?? "", "<otherCaBundle>"],
    ],
    called: (namespace, paths) => paths.every((path) => calls.get(namespace)?.some((call) => call.path === path)),
    take(namespace, wanted) {
      const mine = calls.get(namespace) ?? [];
      calls.delete(namespace);
      return takenCalls(mine, wanted);
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

/** Returns a port on which nothing listens. */
async function unusedPort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe);
  probe.close();
  await once(probe, "close");
  return port;
}
