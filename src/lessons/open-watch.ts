import type { Clock } from "../apimachinery/clock.ts";
import { decodeJson } from "../apimachinery/json/decode.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import { watchLines } from "../client/watch-lines.ts";
import type { AnswerBody } from "../component-base/exchange.ts";
import type { LessonBounds } from "./bounds.ts";
import { within } from "./timeout.ts";

interface WatchParts {
  readonly clock: Clock;
  readonly bounds: LessonBounds;
  readonly stop: () => void;
}

/** A watch whose events are kept until a step asks for them; it is ended when it passes a bound. */
export class OpenWatch {
  readonly #parts: WatchParts;
  readonly #events: JsonValue[] = [];
  #wake: () => void = () => undefined;
  #ended = false;
  #bytes = 0;
  #count = 0;

  constructor(body: AnswerBody, parts: WatchParts) {
    this.#parts = parts;
    void this.#read(body);
  }

  /** Resolves with the next events, as many as asked for; with fewer if they do not come in time. */
  async take(count: number): Promise<readonly JsonValue[]> {
    const enough = async (): Promise<boolean> => {
      while (this.#events.length < count && !this.#ended) await new Promise<void>((resolve) => (this.#wake = resolve));
      return true;
    };
    await within(this.#parts.clock, this.#parts.bounds.waitMs, enough());
    return this.#events.splice(0, count);
  }

  /** The events that no step has asked for. */
  get waiting(): readonly JsonValue[] {
    return this.#events;
  }

  close(): void {
    this.#ended = true;
    this.#parts.stop();
    this.#wake();
  }

  async #read(body: AnswerBody): Promise<void> {
    try {
      for await (const lines of watchLines(body)) {
        if (this.#ended || !lines.every((line) => this.#keep(line))) return;
        this.#wake();
      }
    } catch {
      // the watch was ended, or sends something other than events: its reader sees that none came
    } finally {
      this.close();
    }
  }

  /** Keeps an event; returns false when a bound is passed. */
  #keep(line: string): boolean {
    const { events, answerBytes } = this.#parts.bounds;
    this.#bytes += line.length;
    this.#count++;
    if (this.#count > events || this.#bytes > answerBytes) return false;
    this.#events.push(decodeJson(line));
    return true;
  }
}
