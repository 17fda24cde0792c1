import type { BrowserContext, Page, Request, Route } from "@playwright/test";
import { failureStatus } from "../apimachinery/errors.ts";
import { createFetch, type Fetch } from "../client/fetch-adapter.ts";
import type { Handle } from "../component-base/exchange.ts";
import { withCors } from "../node/with-cors.ts";

/** A server, and where pages look for it. */
export interface RoutedServer {
  readonly server: { readonly handle: Handle };
  /** A URL, or a path of any origin. */
  readonly url: string;
  /** Resolves with the URL of the same server over HTTP. */
  readonly overHttp: () => Promise<string>;
}

/** Answers the requests of pages to `url`. Those whose answers are streams are passed on to the server over HTTP. */
export async function routeToServer(
  target: Page | BrowserContext,
  { server, url, overHttp }: RoutedServer,
): Promise<void> {
  const fetch = createFetch(withCors(server.handle, () => true));
  const targetOf = (requested: URL): string | undefined => targetBelow(url, requested);
  await target.route(
    (requested) => targetOf(requested) !== undefined,
    async (route, request) => {
      const requested = new URL(request.url());
      const path = targetOf(requested) ?? "/";
      if (isStreaming(requested)) await passOn(route, requested, `${await overHttp()}${path}`);
      else await fulfill(route, await send(fetch, request, path));
    },
  );
}

/** Returns the request target that the server sees; undefined for requests to elsewhere. */
function targetBelow(base: string, { origin, pathname, search }: URL): string | undefined {
  const isPath = base.startsWith("/");
  const prefix = (isPath ? base : new URL(base).pathname).replace(/\/$/, "");
  if (!isPath && origin !== new URL(base).origin) return undefined;
  if (pathname !== prefix && !pathname.startsWith(`${prefix}/`)) return undefined;
  return `${pathname.slice(prefix.length) || "/"}${search}`;
}

/** Whether the answer to a request may go on for ever, so that it cannot be given as a whole. */
const isStreaming = ({ searchParams, pathname }: URL): boolean =>
  ["watch", "follow"].some((name) => !["false", "0", undefined].includes(searchParams.get(name) ?? undefined)) ||
  /^\/(?:api|apis\/[^/]+)\/[^/]+\/watch\//.test(pathname);

/** The page does not notice another URL, but the browser cannot change the scheme of a request. */
async function passOn(route: Route, { protocol }: URL, url: string): Promise<void> {
  if (protocol === "http:") return route.continue({ url });
  const message = `watches cannot be intercepted at ${protocol}// addresses: use the transport "http"`;
  const body = JSON.stringify(failureStatus(501, "NotImplemented", message));
  await route.fulfill({ status: 501, contentType: "application/json", body });
}

const send = async (fetch: Fetch, request: Request, target: string): Promise<Response> =>
  fetch(target, {
    method: request.method(),
    headers: await request.allHeaders(),
    body: request.postDataBuffer() as Uint8Array<ArrayBuffer> | null,
  });

async function fulfill(route: Route, response: Response): Promise<void> {
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}
