import type { Clock } from "../apimachinery/clock.ts";
import { OpenTrace, type TracedRequest } from "./open-trace.ts";
import { isBackgroundRead, type Trace } from "./trace.ts";

/** Called with new traces and with traces whose stream has progressed, oldest first. */
export type TraceListener = (traces: readonly Trace[]) => void;

interface Entry {
  trace: Trace;
  readonly texts: ReadonlyMap<number, string>;
  readonly bytes: number;
}

const frameMs = 16;
const noTexts: ReadonlyMap<number, string> = new Map();

/**
 * A ring buffer of the newest traces and the texts that they refer to, limited by count and size. Reads of the page and
 * of controllers, which are many, take at most half of it where there is anything else. Traces are recorded
 * only while there are listeners: otherwise `begin` returns undefined and a request costs one comparison.
 */
export class TraceRing {
  readonly #clock: Clock;
  readonly #mostTraces: number;
  readonly #mostBytes: number;
  readonly #entries = new Map<number, Entry>();
  readonly #texts = new Map<number, string>();
  readonly #listeners = new Set<TraceListener>();
  readonly #changed = new Set<number>();
  /** The kept traces of reads that nobody asked for; they make room first, where they are most of all. */
  readonly #background = new Set<number>();
  #bytes = 0;
  #lastId = 0;
  #lastRef = 0;
  #cancelFlush: (() => void) | undefined;

  constructor(
    clock: Clock,
    limits: { readonly traces: number; readonly bytes: number } = { traces: 500, bytes: 32 * 1024 * 1024 },
  ) {
    this.#clock = clock;
    this.#mostTraces = limits.traces;
    this.#mostBytes = limits.bytes;
  }

  /** True while there are listeners. */
  get active(): boolean {
    return this.#listeners.size > 0;
  }

  /** Starts the trace of a request; undefined without listeners. */
  begin(request: TracedRequest): OpenTrace | undefined {
    if (this.#listeners.size === 0) return undefined;
    return new OpenTrace(request, {
      clock: this.#clock,
      nextRef: () => ++this.#lastRef,
      keep: (trace, texts) => this.#keep(trace, texts),
      change: (trace) => this.#change(trace),
    });
  }

  /** Subscribes to new traces, delivered at most once a frame, until the returned function is called. */
  subscribe(listener: TraceListener): () => void {
    const own: TraceListener = (traces) => listener(traces);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
      if (this.#listeners.size === 0) this.#stopFlush();
    };
  }

  /** Returns the traces with an id above `afterId`, oldest first. */
  traces(afterId: number): readonly Trace[] {
    const found: Trace[] = [];
    for (const { trace } of this.#entries.values()) if (trace.id > afterId) found.push(trace);
    return found;
  }

  /** Returns the text of a TraceRef; undefined if it has been evicted. */
  text(ref: number): string | undefined {
    return this.#texts.get(ref);
  }

  /** Forgets all traces and texts. */
  clear(): void {
    this.#entries.clear();
    this.#texts.clear();
    this.#background.clear();
    this.#changed.clear();
    this.#bytes = 0;
  }

  close(): void {
    this.#listeners.clear();
    this.#stopFlush();
  }

  #keep(trace: Omit<Trace, "id">, texts: ReadonlyMap<number, string>): number {
    const id = ++this.#lastId;
    const bytes = totalLength(texts);
    const kept = bytes <= this.#mostBytes ? texts : noTexts;
    for (const [ref, text] of kept) this.#texts.set(ref, text);
    this.#entries.set(id, { trace: { id, ...trace }, texts: kept, bytes: kept === texts ? bytes : 0 });
    this.#bytes += kept === texts ? bytes : 0;
    if (isBackgroundRead(trace)) this.#background.add(id);
    this.#makeRoom();
    this.#announce(id);
    return id;
  }

  #makeRoom(): void {
    while (this.#entries.size > this.#mostTraces || this.#bytes > this.#mostBytes) {
      const oldest = this.#background.size > this.#entries.size / 2 ? this.#background : this.#entries;
      const [id] = oldest.keys();
      if (id === undefined) return;
      this.#forget(id);
    }
  }

  #forget(id: number): void {
    const { texts, bytes } = this.#entries.get(id) ?? { texts: noTexts, bytes: 0 };
    for (const ref of texts.keys()) this.#texts.delete(ref);
    this.#bytes -= bytes;
    this.#entries.delete(id);
    this.#background.delete(id);
    this.#changed.delete(id);
  }

  /** Reports the progress of a stream; does nothing for an evicted trace. */
  #change(trace: Trace): void {
    const entry = this.#entries.get(trace.id);
    if (entry === undefined) return;
    entry.trace = trace;
    this.#announce(trace.id);
  }

  #announce(id: number): void {
    if (this.#listeners.size === 0) return;
    this.#changed.add(id);
    this.#cancelFlush ??= this.#clock.after(frameMs, () => this.#flush());
  }

  #flush(): void {
    this.#cancelFlush = undefined;
    const traces = [...this.#changed].sort((a, b) => a - b).flatMap((id) => this.#entries.get(id)?.trace ?? []);
    this.#changed.clear();
    if (traces.length > 0) for (const listener of this.#listeners) listener(traces);
  }

  #stopFlush(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    this.#changed.clear();
  }
}

function totalLength(texts: ReadonlyMap<number, string>): number {
  let length = 0;
  for (const text of texts.values()) length += text.length;
  return length;
}
