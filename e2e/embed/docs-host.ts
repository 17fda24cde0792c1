import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Frame, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type { EmbedFiles, EmbedSeed } from "../../src/embed/protocol.ts";

/** One embed of a page: its attributes, and its seed as the property of the element. */
export interface WrittenEmbed {
  readonly attributes: Readonly<Record<string, string>>;
  readonly seed?: EmbedSeed;
  readonly files?: EmbedFiles;
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** Returns the page of a documentation site with embeds from the Kubepad at `site`, `gap` pixels apart. */
export function docsPage(site: string, embeds: readonly WrittenEmbed[], gap = 0): string {
  const elements = embeds.map(({ attributes, seed, files = {} }, i) => {
    const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
    const content = seed === undefined ? "" : `<script type="application/json">${JSON.stringify(seed)}</script>`;
    const scripts = Object.entries(files).map(
      ([name, text]) => `<script type="application/yaml" data-file="${escaped(name)}">\n${text}\n</script>`,
    );
    return `<p style="height:${i === 0 ? 0 : gap}px"></p><kubepad-embed${written.join("")}>${content}${scripts.join("")}</kubepad-embed>`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Docs</title><script src="${site}embed.js" async></script>
    <style>html { background: #fff; color: #222 } html.dark { background: #111; color: #eee }</style>
    <body style="max-width: 760px">${elements.join("\n")}`;
}

/** A documentation site, on an origin of its own. */
export class DocsHost {
  readonly #pages = new Map<string, string>();
  readonly #server = createServer((request, response) => {
    const page = this.#pages.get(request.url ?? "");
    response.writeHead(page === undefined ? 404 : 200, { "Content-Type": "text/html" }).end(page);
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  /** Adds a page and returns its address. */
  add(html: string): string {
    const path = `/page-${this.#pages.size}`;
    this.#pages.set(path, html);
    const { port } = this.#server.address() as AddressInfo; // it listens on a port
    return `http://127.0.0.1:${port}${path}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The frame of the nth embed of a page, once it is loaded. */
export async function frameOf(page: Page, index = 0): Promise<Frame> {
  const element = page.locator("kubepad-embed").nth(index).locator("iframe");
  await element.waitFor({ state: "attached" });
  const frame = await (await element.elementHandle())?.contentFrame();
  if (frame === null || frame === undefined) throw new Error("the embed has no frame");
  return frame;
}

/** Waits until an embed shows its view. */
export async function expectReady(frame: Frame): Promise<void> {
  await expect(frame.locator(".kp-embed-foot")).toBeVisible();
}

/** Collects the origins that a browser's pages ask for anything. */
export function originsAsked(context: BrowserContext): ReadonlySet<string> {
  const origins = new Set<string>();
  context.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http")) origins.add(origin);
  });
  return origins;
}
