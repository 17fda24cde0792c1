import type { Handle } from "../component-base/exchange.ts";
import type { HttpHost } from "../node/http-host.ts";
import { eventPatienceMs } from "./waiting-clock.ts";

/** How a test server listens. */
export interface ListenOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** The origins of pages that may use the server: `http://localhost:5173`; `*` for all. */
  readonly origins?: readonly string[];
  /**
   * Whether the process stays alive until the server is closed, for programs that do nothing else. False by default, so
   * that a test that failed before it closed its server ends.
   */
  readonly keepsProcess?: boolean;
}

/** Serves a handler over HTTP on 127.0.0.1 once it is asked to. */
export class Listener {
  readonly #handle: Handle;
  /** Whether requests without credentials have all permissions. */
  readonly #isOpen: boolean;
  #host: Promise<HttpHost> | undefined;
  #stopReleasing: () => void = () => undefined;

  constructor(handle: Handle, isOpen: boolean) {
    this.#handle = handle;
    this.#isOpen = isOpen;
  }

  /** Resolves with the URL. The options of the first call count. */
  async listen(options: ListenOptions = {}): Promise<string> {
    this.#host ??= this.#open(options);
    return (await this.#host).url;
  }

  /** Resolves with a kubeconfig in which the token is the user's. */
  async kubeconfig(token: string): Promise<string> {
    const { kubeconfigText } = await import("../node/kubeconfig.ts");
    return kubeconfigText({ server: await this.listen(), token, ca: undefined });
  }

  async close(): Promise<void> {
    this.#stopReleasing();
    await (await this.#host)?.close();
  }

  async #open({ port = 0, origins = [], keepsProcess = false }: ListenOptions): Promise<HttpHost> {
    const [{ openHttpHost }, { withCors }, { loopbackOnly, withTrustedCallers }, { releaseIdleConnections }] =
      await Promise.all([
        import("../node/http-host.ts"),
        import("../node/with-cors.ts"),
        import("../node/with-trusted-callers.ts"),
        import("../node/own-connections.ts"),
      ]);
    const everyOrigin = origins.includes("*");
    const isAllowedOrigin = (origin: string): boolean => everyOrigin || origins.includes(origin);
    const crossing = origins.length === 0 ? this.#handle : withCors(this.#handle, isAllowedOrigin);
    const handle =
      this.#isOpen && !everyOrigin ? withTrustedCallers(crossing, { ...loopbackOnly, isAllowedOrigin }) : crossing;
    const host = await openHttpHost({ handle, port, keepsProcess });
    if (!keepsProcess) this.#stopReleasing = releaseIdleConnections(host.url, eventPatienceMs / 2);
    return host;
  }
}
