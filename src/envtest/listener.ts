import type { Handle } from "../component-base/exchange.ts";
import type { HttpHost } from "../node/http-host.ts";

/** How a test server listens. */
export interface ListenOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** The origins of pages that may use the server: `http://localhost:5173`; `*` for all. */
  readonly origins?: readonly string[];
}

/** Serves a handler over HTTP on 127.0.0.1 once it is asked to. */
export class Listener {
  readonly #handle: Handle;
  /** Whether requests without credentials have all permissions. */
  readonly #isOpen: boolean;
  #host: Promise<HttpHost> | undefined;

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
    await (await this.#host)?.close();
  }

  async #open({ port = 0, origins = [] }: ListenOptions): Promise<HttpHost> {
    const [{ openHttpHost }, { withCors }, { loopbackOnly, withTrustedCallers }] = await Promise.all([
      import("../node/http-host.ts"),
      import("../node/with-cors.ts"),
      import("../node/with-trusted-callers.ts"),
    ]);
    const everyOrigin = origins.includes("*");
    const isAllowedOrigin = (origin: string): boolean => everyOrigin || origins.includes(origin);
    const crossing = origins.length === 0 ? this.#handle : withCors(this.#handle, isAllowedOrigin);
    const handle =
      this.#isOpen && !everyOrigin ? withTrustedCallers(crossing, { ...loopbackOnly, isAllowedOrigin }) : crossing;
    return openHttpHost({ handle, port });
  }
}
