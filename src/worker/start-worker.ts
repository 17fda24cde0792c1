import { importModule } from "./held-messages.ts";

type WorkerConstructor = new (url: URL, options: WorkerOptions) => Worker;

/** The script of a worker that imports a module by its URL, for which `importModule` is written out. */
const importingScript = (url: URL): string =>
  `(${String(importModule)})(self, () => import(${JSON.stringify(url.href)}));`;

/**
 * A worker class for pages with an opaque origin. Such a page cannot run a script of another origin as a worker, but
 * the worker can import one. Chromium allows this only in classic scripts from blob URLs.
 */
const createImportingWorker = (): WorkerConstructor =>
  class extends Worker {
    constructor(url: URL, options: WorkerOptions) {
      const blob = URL.createObjectURL(new Blob([importingScript(url)], { type: "text/javascript" }));
      super(blob, { ...options, type: "classic" });
      URL.revokeObjectURL(blob);
    }
  };

/**
 * Starts a module worker, also on pages with an opaque origin. Bundlers recognize the literal expression `new
 * Worker(new URL("…", import.meta.url))`, so the parameter of `construct` must be called Worker.
 */
export function startModuleWorker(construct: (Worker: WorkerConstructor) => Worker): Worker {
  try {
    return construct(Worker);
  } catch (error) {
    if (error instanceof DOMException && error.name === "SecurityError") return construct(createImportingWorker());
    throw error;
  }
}

/** Starts the server's script in a worker. */
export const startWorker = (): Worker =>
  startModuleWorker(
    (Worker) => new Worker(new URL("./entry.ts", import.meta.url), { type: "module", name: "kubepad" }),
  );
