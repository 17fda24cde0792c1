import type { ServeOptions } from "./command-line.ts";
import { openHttpHost } from "./http-host.ts";
import { openApiServer } from "./open-api-server.ts";

/** A server that listens. */
export interface Served {
  readonly url: string;
  /** Stops listening, ends watches, and resolves when every acknowledged write is stored. */
  close(): Promise<void>;
}

/** Serves the API over HTTP on 127.0.0.1 and resolves once it answers. */
export async function serve(options: ServeOptions): Promise<Served> {
  const server = await openApiServer(options);
  try {
    const host = await openHttpHost({ handle: server.handle, port: options.port });
    return {
      url: host.url,
      async close() {
        await host.close();
        await server.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}
