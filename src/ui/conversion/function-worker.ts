import type { Clock } from "../../apimachinery/clock.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import { functionScript, sourceProblem } from "./function-script.ts";

/** A running conversion function. */
export interface FunctionWorker {
  /**
   * Converts objects to another version. Rejects with the error that the function throws, with an error in its source,
   * or on timeout.
   */
  convert(objects: readonly unknown[], desiredAPIVersion: string): Promise<readonly unknown[]>;
  close(): void;
}

interface Asked {
  resolve(converted: readonly unknown[]): void;
  reject(error: Error): void;
}

/** The timeout of a conversion, in milliseconds. */
const patienceMs = 10_000;

/**
 * Runs the source of a conversion function in a sandboxed worker of its own. An endless loop blocks only that worker,
 * which is terminated, and restarted for the next request.
 */
export function createFunctionWorker(source: string, clock: Clock): FunctionWorker {
  const problem = sourceProblem(source);
  let running: RunningFunction | undefined;
  return {
    async convert(objects, desiredAPIVersion) {
      if (problem !== undefined) throw new Error(problem);
      running ??= new RunningFunction(source);
      const asked = running;
      const cancel = clock.after(patienceMs, () =>
        asked.end(`the function did not answer within ${patienceMs / 1000} seconds`),
      );
      try {
        return await asked.convert(objects, desiredAPIVersion);
      } finally {
        cancel();
        if (asked.ended && running === asked) running = undefined;
      }
    },
    close() {
      running?.end("the function was removed");
      running = undefined;
    },
  };
}

class RunningFunction {
  readonly #worker: Worker;
  readonly #asked = new Map<number, Asked>();
  #lastId = 0;
  ended = false;

  constructor(source: string) {
    const url = URL.createObjectURL(new Blob([functionScript(source)], { type: "text/javascript" }));
    this.#worker = new Worker(url, { name: "conversion" });
    URL.revokeObjectURL(url);
    this.#worker.onmessage = (event: MessageEvent<unknown>) => this.#hear(event.data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.end(event.message.replace(/^Uncaught /, "") || "the function could not be loaded");
    };
  }

  convert(objects: readonly unknown[], desiredAPIVersion: string): Promise<readonly unknown[]> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.#worker.postMessage({ id, objects, desiredAPIVersion });
    });
  }

  end(reason: string): void {
    this.ended = true;
    this.#worker.terminate();
    for (const { reject } of this.#asked.values()) reject(new Error(reason));
    this.#asked.clear();
  }

  #hear(message: unknown): void {
    if (!isRecord(message) || typeof message["id"] !== "number") return;
    const asked = this.#asked.get(message["id"]);
    this.#asked.delete(message["id"]);
    if (typeof message["text"] === "string") asked?.resolve(JSON.parse(message["text"]));
    else asked?.reject(new Error(String(message["failure"])));
  }
}
