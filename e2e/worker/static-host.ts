import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { extname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createSeededRandom } from "../bench/seeded-random.ts";

const { KUBEPAD_SLOW: slow } = process.env;

/** Comes late with a script where tests run as on a slow network. */
const late = slow === undefined ? undefined : createSeededRandom(Number(slow));

/** The built app. */
export const builtApp = process.env["KUBEPAD_DIST"] ?? join(import.meta.dirname, "../../dist");

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".json": "application/json",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/**
 * Serves a folder under a path, by default `/pad/`, as a static host would, and records the requests. Some of its files
 * can be withheld.
 */
export class StaticHost {
  readonly requests: string[] = [];
  folder: string;
  readonly #server: Server;

  readonly #base: string;

  constructor(folder: string, base = "/pad/", withheld: readonly string[] = []) {
    this.folder = folder;
    this.#base = base;
    this.#server = createServer(async (request, response) => {
      const path = (request.url ?? "").split("?", 1)[0] ?? "";
      this.requests.push(path);
      const file = `${path.slice(base.length)}${path.endsWith("/") ? "index.html" : ""}`;
      const content =
        path.startsWith(base) && !withheld.includes(file)
          ? await readFile(join(this.folder, file)).catch(() => undefined)
          : undefined;
      // What a service worker fetches ahead has the destination "empty".
      const isLoaded = /^(?:script|style|worker)$/.test(String(request.headers["sec-fetch-dest"]));
      if (late !== undefined && isLoaded && file.startsWith("assets/")) await pause(200 + late.below(1300));
      if (content === undefined) return response.writeHead(404).end();
      response
        .writeHead(200, {
          "Content-Type": types[extname(file)] ?? "application/octet-stream",
          "Access-Control-Allow-Origin": "*",
          ...(file.startsWith("assets/") && { "Cache-Control": "public, max-age=31536000, immutable" }),
        })
        .end(content);
    });
  }

  /** Starts the host and returns the app's URL. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the host has no port");
    return `http://127.0.0.1:${address.port}${this.#base}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
