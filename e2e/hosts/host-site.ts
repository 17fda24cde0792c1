import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

/** The address of Kubepad in the recipes. */
const written = "https://kubepad.example/";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/** Texts in which the address of Kubepad may stand. */
const isText = (type: string): boolean => /^text\/(?:html|javascript)/.test(type);

/**
 * A built site of documentation under the path `/docs/`. Its pages have a policy that allows no inline script but those
 * that the generator wrote, and no other site but Kubepad's.
 */
export class HostSite {
  readonly #folder: string;
  readonly #kubepad: string;
  readonly #policy: Readonly<Record<string, string>>;
  readonly #server = createServer(async ({ url = "" }, response) => {
    const file = await this.#read(decodeURI(url.split("?", 1)[0] ?? ""));
    if (file === undefined) return response.writeHead(404).end();
    const { type, content } = file;
    if (!isText(type)) return response.writeHead(200, { "Content-Type": type }).end(content);
    const text = content.toString().replaceAll(written, this.#kubepad);
    response.writeHead(200, { "Content-Type": type, "Content-Security-Policy": this.#policyOf(text) }).end(text);
  });

  constructor(folder: string, kubepad: string, policy: Readonly<Record<string, string>> = {}) {
    this.#folder = folder;
    this.#kubepad = kubepad;
    this.#policy = policy;
  }

  /** Starts the site and returns the address of its pages. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const { port } = this.#server.address() as AddressInfo; // it listens on a port
    return `http://127.0.0.1:${port}/docs/`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Finds the file of a path as static hosts do: `settings` is `settings.html` or `settings/index.html`. */
  async #read(path: string): Promise<{ readonly type: string; readonly content: Buffer } | undefined> {
    if (!path.startsWith("/docs/")) return undefined;
    const name = path.slice("/docs/".length);
    for (const file of [name, `${name}.html`, join(name, "index.html")]) {
      const content = await readFile(join(this.#folder, file)).catch(() => undefined);
      if (content !== undefined) return { type: types[extname(file)] ?? "application/octet-stream", content };
    }
    return undefined;
  }

  #policyOf(html: string): string {
    const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
    );
    const { origin } = new URL(this.#kubepad);
    const policy = {
      "default-src": "'self'",
      "script-src": ["'self'", origin, ...new Set(inline)].join(" "),
      "frame-src": origin,
      "img-src": "'self' data:",
      "font-src": "'self' data:",
      "object-src": "'none'",
      "base-uri": "'none'",
      ...this.#policy,
    };
    return Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources}`)
      .join("; ");
  }
}
