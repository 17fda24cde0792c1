import { isRecord } from "../../apimachinery/is-record.ts";
import type { PageMessage } from "../host/worker-messages.ts";
import { errorMessageOf, type ServerThread } from "../tabs/tab-worker.ts";

/** The part of a frame's window that is used here. */
export interface FrameScope {
  readonly parent: FrameScope;
  /** The frames in this one. */
  readonly [index: number]: FrameScope;
  readonly length: number;
  addEventListener(type: "pagehide", listener: (event: { readonly persisted: boolean }) => void): void;
}

/** Where a frame's thread leads, and how the frame learns of the worker's end. */
export interface Guest {
  readonly port: MessagePort;
  failed(message: string): void;
  gone(): void;
}

/** The worker of a frame, offered to the other frames of its origin on the same page. */
interface OfferedWorker {
  /** The build of the frame's code. A worker understands only pages of its own build. */
  readonly build: string;
  /** Connects a frame. Call the returned function when that frame has disconnected. */
  join(guest: Guest): () => void;
}

/** The property of a window that holds its offer. Only frames of the same origin can read it. */
const offerKey = "kubepadFrameWorker";

export interface FrameWorkerOptions {
  readonly scope: FrameScope;
  readonly build: string;
  startWorker(): ServerThread;
}

/**
 * Connects a frame to the one worker of all frames of its origin under the same parent, and starts it if there is none.
 * Frames of one origin on one page share a thread, so that looking for the worker and offering one is one step: no two
 * frames start one at the same time. Needs neither storage, locks nor SharedWorker, which browsers deny to cross-site
 * frames. A sandboxed frame without an origin reaches no other frame and gets a worker of its own.
 *
 * The worker ends with the frame that started it; the threads of the others then report `close`, and the first of them
 * that connects again starts the next worker.
 */
export function connectFrameWorker(options: FrameWorkerOptions): ServerThread {
  const offered = holdFrameWorker(options);
  const { port1, port2 } = new MessageChannel();
  const thread = new PortThread(port1);
  thread.onTerminate(
    offered.join({ port: port2, failed: (message) => thread.fail(message), gone: () => thread.close() }),
  );
  return thread;
}

/** Offers a worker to the frames under the same parent, unless one of them does. */
export const holdFrameWorker = ({ scope, build, startWorker }: FrameWorkerOptions): OfferedWorker =>
  findOffered(scope, build) ?? offer(scope, build, startWorker());

function findOffered(scope: FrameScope, build: string): OfferedWorker | undefined {
  const own = offerIn(scope, build);
  if (own !== undefined) return own;
  for (let i = 0; i < scope.parent.length; i += 1) {
    const offered = offerIn(scope.parent[i], build);
    if (offered !== undefined) return offered;
  }
  return undefined;
}

function offerIn(frame: unknown, build: string): OfferedWorker | undefined {
  try {
    const value: unknown = Reflect.get(Object(frame), offerKey);
    return isOffered(value) && value.build === build ? value : undefined;
  } catch {
    return undefined; // a frame of another origin
  }
}

const isOffered = (value: unknown): value is OfferedWorker =>
  isRecord(value) && typeof value["build"] === "string" && typeof value["join"] === "function";

/** Offers a worker until its frame is removed. A page that enters the back/forward cache keeps its worker. */
function offer(scope: FrameScope, build: string, worker: ServerThread): OfferedWorker {
  const guests = new Set<Guest>();
  const offered: OfferedWorker = {
    build,
    join(guest) {
      guests.add(guest);
      const message: PageMessage = { kind: "join", port: guest.port };
      worker.postMessage(message, { transfer: [guest.port] });
      return () => guests.delete(guest);
    },
  };
  Object.defineProperty(scope, offerKey, { value: offered, configurable: true });
  const withdraw = (): void => void Reflect.deleteProperty(scope, offerKey);
  worker.addEventListener("error", (event) => {
    withdraw();
    for (const guest of guests) guest.failed(errorMessageOf(event));
  });
  scope.addEventListener("pagehide", (event) => {
    if (event.persisted) return;
    withdraw();
    worker.terminate();
    for (const guest of guests) guest.gone();
  });
  return offered;
}

/** A port to a worker as the thread of a page. */
class PortThread extends EventTarget implements ServerThread {
  readonly #port: MessagePort;
  #left: () => void = () => undefined;
  #open = true;

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.addEventListener("message", ({ data }) => this.dispatchEvent(new MessageEvent("message", { data })));
    // Chromium and Firefox close the port of a worker that crashed.
    port.addEventListener("close", () => this.close());
    port.start();
  }

  postMessage(message: unknown, options?: { transfer?: Transferable[] }): void {
    if (this.#open) this.#port.postMessage(message, options);
  }

  onTerminate(left: () => void): void {
    this.#left = left;
  }

  /** Disconnects from the worker, which goes on for other frames. */
  terminate(): void {
    const message: PageMessage = { kind: "leave" };
    this.postMessage(message);
    this.#end();
  }

  fail(message: string): void {
    this.dispatchEvent(Object.assign(new Event("error"), { message }));
  }

  close(): void {
    if (!this.#open) return;
    this.#end();
    this.dispatchEvent(new Event("close"));
  }

  #end(): void {
    this.#open = false;
    this.#port.close();
    this.#left();
  }
}
