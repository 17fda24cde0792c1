import { randomBytes } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Handle } from "../component-base/exchange.ts";
import { compileAllowedOrigins } from "./access-options.ts";
import type { ServeOptions } from "./command-line.ts";
import { openHttpHost } from "./http-host.ts";
import { writeKubeconfig } from "./kubeconfig.ts";
import { openApiServer } from "./open-api-server.ts";
import { openTls, reloadTls } from "./tls/host-tls.ts";
import { withCors } from "./with-cors.ts";
import { withRetryAfter } from "./with-retry-after.ts";
import { withTrustedCallers } from "./with-trusted-callers.ts";

/** A server that listens. */
export interface Served {
  readonly url: string;
  /**
   * Makes /readyz fail and closes after the configured delay (--shutdown-delay-duration), during which a load balancer
   * can redirect requests.
   */
  shutDown(): Promise<void>;
  /** Stops listening, ends watches, and resolves when every acknowledged write is stored. */
  close(): Promise<void>;
}

/** The user of the kubeconfig: kubeadm's administrator. */
const administrator = { name: "kubernetes-admin", uid: "", groups: ["system:masters"], extra: {} };

/** Serves the API over HTTP or HTTPS, on 127.0.0.1 by default, and resolves once it answers. */
export async function serve(options: ServeOptions): Promise<Served> {
  const token = randomBytes(32).toString("base64url");
  const server = await openApiServer({
    ...options,
    tokens: new Map(options.writeKubeconfig === undefined ? [] : [[token, administrator]]),
  });
  const opened: { close(): Promise<void> }[] = [server];
  const close = async (): Promise<void> => {
    for (let last = opened.pop(); last !== undefined; last = opened.pop()) await last.close();
  };
  try {
    const tls = openTls(options);
    const { handle, refuse } = withRetryAfter(await withAccessChecks(server.handle, options));
    const { port, bindAddress: address, http2 } = options;
    const host = await openHttpHost({ handle, port, address, tls: tls?.host, http2 });
    opened.push(host);
    const stopReloading = reloadTls(options, host, (message) => void process.stderr.write(`${message}\n`));
    opened.push({ close: async () => stopReloading() });
    if (options.writeKubeconfig !== undefined)
      writeKubeconfig(options.writeKubeconfig, { server: host.url, token, ca: tls?.ca });
    return {
      url: host.url,
      close,
      async shutDown() {
        server.startShutdown();
        await setTimeout(options.shutdownDelayMs ?? 0);
        if (options.shutdownSendRetryAfter === true) await refuse();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Wraps the handler with CORS and with the checks that protect servers without authentication. */
async function withAccessChecks(handle: Handle, options: ServeOptions): Promise<Handle> {
  const { corsAllowedOrigins, allowedHosts, tls } = options;
  const isAllowedOrigin = await compileAllowedOrigins(corsAllowedOrigins);
  const crossing = corsAllowedOrigins.length === 0 ? handle : withCors(handle, isAllowedOrigin);
  if (!trustsAnybody(options)) return crossing;
  return withTrustedCallers(crossing, {
    allowedHosts,
    isAllowedOrigin,
    scheme: tls === undefined ? "http" : "https",
  });
}

/** True if callers without credentials have more permissions than anonymous users should have. */
const trustsAnybody = ({ requiresCredentials, authorizationModes, ...options }: ServeOptions): boolean =>
  !requiresCredentials || (authorizationModes.includes("AlwaysAllow") && mayBeAnonymous(options));

const mayBeAnonymous = (
  options: Pick<ServeOptions, "anonymousAuth" | "forbidsAnonymous" | "authenticationConfigFile">,
): boolean =>
  options.anonymousAuth !== false && !(options.forbidsAnonymous && options.authenticationConfigFile === undefined);
