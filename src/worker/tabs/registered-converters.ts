import type { Clock } from "../../apimachinery/clock.ts";
import type { Converter } from "../../client/converter.ts";
import type { CurrentConnection } from "./connection.ts";
import type { ConversionCalls, ConversionOutcome, ConversionTask } from "../host/conversion-calls.ts";

const pauseMs = 1000;

/** The conversion functions of this page. They are registered with the current server, and again with each new one. */
export class RegisteredConverters {
  readonly #current: CurrentConnection;
  readonly #clock: Clock;
  readonly #converters = new Map<string, Converter>();
  #serving: Promise<Conversions> | undefined;

  constructor(current: CurrentConnection, clock: Clock) {
    this.#current = current;
    this.#clock = clock;
  }

  /** Registers a function. Resolves with a function that unregisters it, once the server knows it. */
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

  /** Opens a registration context, waiting for a server while the page is open. */
  async #open(): Promise<Conversions> {
    while (!this.#current.closed) {
      const connection = await this.#current.wait();
      // the server ended during the call
      const id = await connection?.inspector.openConversions().catch(() => undefined);
      if (connection !== undefined && id !== undefined) return { calls: connection.inspector, id };
      await new Promise<void>((resumed) => this.#clock.after(pauseMs, resumed));
    }
    throw new Error("the server was closed");
  }

  /** Serves conversions until the server ends, then registers the functions with the next server. */
  async #serve(conversions: Conversions): Promise<void> {
    try {
      for (;;) for (const task of await nextTasks(conversions)) void this.#answer(conversions, task);
    } catch {
      this.#serving = undefined;
      await this.#resume().catch(() => undefined); // that server ended as well, or the page is closing
    }
  }

  async #resume(): Promise<void> {
    const { calls, id } = await this.#conversions();
    for (const definition of this.#converters.keys()) await calls.registerConverter(id, definition);
  }

  async #answer({ calls, id }: Conversions, task: ConversionTask): Promise<void> {
    // on failure, the result is no longer awaited
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

/** A registration context on one server. */
interface Conversions {
  readonly calls: ConversionCalls;
  readonly id: number;
}

/** Returns the next tasks; throws if there are none, which means that the server was closed. */
async function nextTasks({ calls, id }: Conversions): Promise<readonly ConversionTask[]> {
  const tasks = await calls.nextConversions(id);
  if (tasks.length === 0) throw new Error("the server was closed");
  return tasks;
}
