type WorkerConstructor = new (url: URL, options: WorkerOptions) => Worker;

/**
 * A worker for pages whose origin is opaque: it may not run a script of another origin, but may import one. Chromium
 * refuses blobs there.
 */
const createImportingWorker = (): WorkerConstructor =>
  class extends Worker {
    constructor(url: URL, options: WorkerOptions) {
      super(`data:text/javascript,${encodeURIComponent(`import ${JSON.stringify(url.href)};`)}`, options);
    }
  };

// Bundlers recognize `new Worker(new URL("…", import.meta.url))` by its letters, so the parameter has that name.
const construct = (Worker: WorkerConstructor): Worker =>
  new Worker(new URL("./entry.ts", import.meta.url), { type: "module", name: "kubepad" });

/** Starts the server's script in a worker. */
export function startWorker(): Worker {
  try {
    return construct(Worker);
  } catch (error) {
    if (error instanceof DOMException && error.name === "SecurityError") return construct(createImportingWorker());
    throw error;
  }
}
