import type { Clock } from "../../apimachinery/clock.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import { functionScript, sourceProblem, type FunctionEntry } from "./function-script.ts";

/** A list of arguments for each call of a function. */
export type FunctionCallList = readonly (readonly unknown[])[];

/** A running function. */
export interface FunctionWorker {
  /**
   * Calls the function with each list of arguments and returns the results. Rejects with the error that the function
   * throws, with an error in its source, or on timeout.
   */
  call(calls: FunctionCallList): Promise<readonly unknown[]>;
  close(): void;
}

interface Asked {
  resolve(results: readonly unknown[]): void;
  reject(error: Error): void;
}

/** The timeout of a call, in milliseconds. */
const patienceMs = 10_000;

/**
 * Runs the source of a function in a sandboxed worker of its own. An endless loop blocks only that worker,
 * which is terminated, and restarted for the next request.
 */
export function createFunctionWorker(source: string, entry: FunctionEntry, clock: Clock): FunctionWorker {
  const problem = sourceProblem(source);
  let running: RunningFunction | undefined;
  return {
    async call(calls) {
      if (problem !== undefined) throw new Error(problem);
      running ??= new RunningFunction(source, entry);
      const asked = running;
      const cancel = clock.after(patienceMs, () =>
        asked.end(`the function did not answer within ${patienceMs / 1000} seconds`),
      );
      try {
        return await asked.call(calls);
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

  constructor(source: string, entry: FunctionEntry) {
    const url = URL.createObjectURL(new Blob([functionScript(source, entry)], { type: "text/javascript" }));
    this.#worker = new Worker(url, { name: entry });
    URL.revokeObjectURL(url);
    this.#worker.onmessage = (event: MessageEvent<unknown>) => this.#hear(event.data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.end(event.message.replace(/^Uncaught /, "") || "the function could not be loaded");
    };
  }

  call(calls: FunctionCallList): Promise<readonly unknown[]> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.#worker.postMessage({ id, calls });
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
