import type { Clock } from "../../apimachinery/clock.ts";
import type { Converter } from "../../client/converter.ts";
import type { CurrentConnection } from "./connection.ts";
import type { ConversionCalls, ConversionOutcome, ConversionTask } from "../host/conversion-calls.ts";

const pauseMs = 1000;

/** This page's functions in place of webhooks, wherever the server is at present: each new one is told of them. */
export class RegisteredConverters {
  readonly #current: CurrentConnection;
  readonly #clock: Clock;
  readonly #converters = new Map<string, Converter>();
  #serving: Promise<Conversions> | undefined;

  constructor(current: CurrentConnection, clock: Clock) {
    this.#current = current;
    this.#clock = clock;
  }

  /** Resolves once the server knows it, with what takes the function away again. */
  async register(definition: string, converter: Converter): Promise<() => Promise<void>> {
    this.#converters.set(definition, converter);
    const { calls, id } = await this.#conversions();
    await calls.registerConverter(id, definition);
    return () => this.#unregister(definition, converter);
  }

  async #unregister(definition: string, converter: Converter): Promise<void> {
    if (this.#converters.get(definition) !== converter) return;
    this.#converters.delete(definition);
    const { calls, id } = await this.#conversions();
    await calls.unregisterConverter(id, definition);
  }

  #conversions(): Promise<Conversions> {
    this.#serving ??= this.#open().then((conversions) => (void this.#serve(conversions), conversions));
    return this.#serving;
  }

  /** Waits for a server as long as the page lives. */
  async #open(): Promise<Conversions> {
    while (!this.#current.closed) {
      const connection = await this.#current.wait();
      const id = await connection?.inspector.openConversions().catch(() => undefined); // it went while it was asked
      if (connection !== undefined && id !== undefined) return { calls: connection.inspector, id };
      await new Promise<void>((resumed) => this.#clock.after(pauseMs, resumed));
    }
    throw new Error("the server was closed");
  }

  /** Until the server goes, and then with the next one, which knows nothing of the functions. */
  async #serve(conversions: Conversions): Promise<void> {
    try {
      for (;;) for (const task of await nextTasks(conversions)) void this.#answer(conversions, task);
    } catch {
      this.#serving = undefined;
      await this.#resume().catch(() => undefined); // it went as well, or the page does
    }
  }

  async #resume(): Promise<void> {
    const { calls, id } = await this.#conversions();
    for (const definition of this.#converters.keys()) await calls.registerConverter(id, definition);
  }

  async #answer({ calls, id }: Conversions, task: ConversionTask): Promise<void> {
    // nobody waits for it any more
    await calls.answerConversion(id, task.id, await this.#convert(task)).catch(() => undefined);
  }

  async #convert({ definition, desiredAPIVersion, objects }: ConversionTask): Promise<ConversionOutcome> {
    try {
      const converter = this.#converters.get(definition);
      if (converter === undefined) return { failure: "the function was taken away" };
      const converted: unknown = JSON.parse(JSON.stringify(await converter({ desiredAPIVersion, objects })) ?? "null");
      return { objects: Array.isArray(converted) ? converted : [] };
    } catch (error) {
      return { failure: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** A server's end. */
interface Conversions {
  readonly calls: ConversionCalls;
  readonly id: number;
}

/** None is what is left of a server that was closed. */
async function nextTasks({ calls, id }: Conversions): Promise<readonly ConversionTask[]> {
  const tasks = await calls.nextConversions(id);
  if (tasks.length === 0) throw new Error("the server was closed");
  return tasks;
}
