type WorkerConstructor = new (url: URL, options: WorkerOptions) => Worker;

/**
 * The script of a worker that imports a module. Messages that come before the module listens are kept for it, as a
 * worker of that module would.
 */
const importingScript = (url: URL): string => `const early = [];
const keep = (event) => (event.stopImmediatePropagation(), early.push(event));
addEventListener("message", keep);
import(${JSON.stringify(url.href)}).then(
  () => {
    removeEventListener("message", keep);
    for (const { data } of early) dispatchEvent(new MessageEvent("message", { data }));
  },
  (error) => setTimeout(() => { throw error; }),
);`;

/**
 * A worker for pages whose origin is opaque: it may not run a script of another origin, but may import one. Chromium
 * allows that in classic scripts of blobs only.
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
 * Starts a module in a worker, also on pages without an origin of their own. Bundlers recognize `new Worker(new
 * URL("…", import.meta.url))` by its letters, so the parameter of `construct` is called Worker.
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
