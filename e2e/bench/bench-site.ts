import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type * as bundle from "../../.config/bundle.mjs";
import type * as chromium from "../../.config/chromium.mjs";
import { echoScript, floorStartScript } from "./floor-worker.ts";

/** A site with the built app, and the baseline workers on a page without the app's interface. */
export interface BenchSite {
  readonly url: string;
  readonly workerPath: string;
  readonly echoPath: string;
  floorPath(objects: number): string;
  /** Defines `kubepadBench` when a page evaluates it. */
  readonly pageScript: string;
  /** Defines `kubepadWatching` when the app's page, `index.html`, evaluates it. */
  readonly watchingScript: string;
  /** Defines `kubepadOverview` when the app's page evaluates it. */
  readonly overviewScript: string;
  /** Defines `kubepadWorld` in the same way. */
  readonly worldScript: string;
  readonly chromium: ChromiumOptions;
  close(): Promise<void>;
}

/** How Chromium is started. */
export interface ChromiumOptions {
  readonly executablePath: string;
  readonly args: string[];
}

interface Chunk {
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly dynamicImports: readonly string[];
  readonly imports: readonly string[];
}

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".html": "text/html",
  ".json": "application/json",
  ".wasm": "application/wasm",
};
const workerChunks = ".cache/chunks/worker-entry.json";

/** Serves `dist`, which `npm run build` must have created. */
export async function openBenchSite(): Promise<BenchSite> {
  if (!existsSync(workerChunks) || !existsSync("dist")) throw new Error("there is no build: run npm run build first");
  const chunks = JSON.parse(readFileSync(workerChunks, "utf8")) as Chunk[];
  const loaded = loadedFirst(chunks).map((file) => readFileSync(join("dist", file), "utf8"));
  const made = new Map([
    ["/", "<!doctype html><title>bench</title>"],
    ["/bench/echo.js", echoScript],
  ]);
  for (const objects of [0, 10_000])
    made.set(`/bench/floor-${objects}.js`, floorStartScript(loaded, `bench-floor-${objects}`));
  const server = createServer(({ url = "/" }, response) => {
    const path = url.replace(/\?.*/, "");
    const file = join("dist", path);
    const body = made.get(path) ?? (existsSync(file) ? readFileSync(file) : undefined);
    response.writeHead(body === undefined ? 404 : 200, {
      "Content-Type": types[path === "/" ? ".html" : extname(path)] ?? "application/octet-stream",
      "Cache-Control": "no-store",
    });
    response.end(body);
  });
  const port = await new Promise<number>((resolvePort) =>
    server.listen(0, "127.0.0.1", () => resolvePort(Object(server.address()).port)),
  );
  const { bundleForPage } = await configuration<typeof bundle>("bundle.mjs");
  return {
    url: `http://127.0.0.1:${port}/`,
    workerPath: `/${chunks.find(({ isEntry }) => isEntry)?.fileName}`,
    echoPath: "/bench/echo.js",
    floorPath: (objects) => `/bench/floor-${objects}.js`,
    pageScript: defining(await bundleForPage("e2e/bench/page.ts", "kubepadBench"), "kubepadBench"),
    watchingScript: defining(await bundleForPage("e2e/bench/watching-page.ts", "kubepadWatching"), "kubepadWatching"),
    overviewScript: defining(await bundleForPage("e2e/bench/overview-page.ts", "kubepadOverview"), "kubepadOverview"),
    worldScript: defining(await bundleForPage("e2e/bench/world-page.ts", "kubepadWorld"), "kubepadWorld"),
    chromium: await chromiumOptions(),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Finds Chromium, and installs it where that is possible. */
export async function chromiumOptions(): Promise<ChromiumOptions> {
  const { ensureChromium, chromiumArguments } = await configuration<typeof chromium>("chromium.mjs");
  return { executablePath: ensureChromium(), args: chromiumArguments };
}

const defining = (script: string, name: string): string => `${script}; globalThis.${name} = ${name}; undefined`;

/** Imports a build script, which is not part of the bundle of this program. */
const configuration = async <T>(file: string): Promise<T> =>
  (await import(/* @vite-ignore */ pathToFileURL(resolve(".config", file)).href)) as T;

/** Returns the files that a worker loads when it starts: its script, and what that imports with its static imports. */
function loadedFirst(chunks: readonly Chunk[]): readonly string[] {
  const entries = chunks.filter(({ isEntry }) => isEntry);
  const names = new Set(entries.flatMap(({ fileName, dynamicImports }) => [fileName, ...dynamicImports]));
  for (const name of names)
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) names.add(imported);
  return [...names];
}
