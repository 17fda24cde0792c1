import type { Clock } from "../apimachinery/clock.ts";
import { type MaybeAsync, settled } from "./maybe-async.ts";
import type {
  OpenStep,
  StageName,
  StepKind,
  Trace,
  TracedMessage,
  TracedRule,
  TraceRecorder,
  TraceRef,
  TraceSource,
  TraceStage,
  TraceStep,
} from "./trace.ts";

/** The data of a request that is known before it is processed. */
export interface TracedRequest {
  readonly requestId: string;
  readonly source: TraceSource;
  readonly method: string;
  readonly target: string;
}

/** The data known once the response headers are. `bytes` is the size of a complete body. */
export interface TracedAnswer {
  readonly status: number;
  readonly user: string;
  readonly warnings: readonly string[];
  readonly streaming: boolean;
  readonly bytes: number;
  readonly revision?: string;
  readonly request: WireMessage;
  readonly answer: WireMessage;
}

/** A message with the text of its body, if that is to be kept. */
export interface WireMessage {
  readonly headers: TracedMessage["headers"];
  readonly text?: string;
}

/** Receives a trace when the response starts; `keep` assigns its id. */
export interface TraceSink {
  readonly clock: Clock;
  nextRef(): number;
  keep(trace: Omit<Trace, "id">, texts: ReadonlyMap<number, string>): number;
  change(trace: Trace): void;
}

type OpenStage = { -readonly [member in keyof TraceStage]: TraceStage[member] };
type MutableStep = { -readonly [member in keyof TraceStep]: TraceStep[member] };

/**
 * The trace of a request in progress: stages until `answered`; for a stream, then the bytes `sent` until it `ended`.
 */
export class OpenTrace implements TraceRecorder {
  readonly #request: TracedRequest;
  readonly #sink: TraceSink;
  readonly #at: number;
  readonly #start: number;
  readonly #stages: OpenStage[] = [];
  readonly #texts = new Map<number, string>();
  /** True while the last stage has not ended. */
  #open = false;
  #kept: Trace | undefined;

  constructor(request: TracedRequest, sink: TraceSink) {
    this.#request = request;
    this.#sink = sink;
    this.#at = sink.clock.now();
    this.#start = sink.clock.monotonic();
  }

  stage(name: StageName): void {
    if (this.#open && this.#stages.at(-1)?.name === name) return;
    const startUs = this.#endStage();
    this.#stages.push({ name, startUs, durationUs: 0 });
    this.#open = true;
  }

  end(): void {
    this.#endStage();
  }

  within<T>(name: StageName, work: () => MaybeAsync<T>): MaybeAsync<T> {
    const interrupted = this.#open ? this.#stages.at(-1)?.name : undefined;
    this.stage(name);
    return settled(work, () => (interrupted === undefined ? this.end() : this.stage(interrupted)));
  }

  decide(decision: string): void {
    const stage = this.#stages.at(-1);
    if (stage !== undefined) stage.decision = decision;
  }

  /** Adds warnings to the current stage. */
  warn(warnings: readonly string[]): void {
    const stage = this.#stages.at(-1);
    if (stage !== undefined) stage.warnings = [...(stage.warnings ?? []), ...warnings];
  }

  objects(before: string | undefined, after: string | undefined): void {
    const stage = this.#stages.at(-1);
    if (stage === undefined) return;
    if (before !== undefined) stage.objectBefore = this.#ref(before);
    if (after !== undefined) stage.objectAfter = this.#ref(after);
  }

  rules(rules: readonly TracedRule[]): void {
    const stage = this.#stages.at(-1);
    if (stage !== undefined) stage.rules = rules;
  }

  /** Starts a step of the current stage; without one the step is not kept. */
  step(kind: StepKind, name: string): OpenStep {
    return this.#step(this.#stages.at(-1) ?? {}, kind, name);
  }

  /** Called when the response headers are known: the trace becomes visible. */
  answered({ request, answer, ...known }: TracedAnswer): void {
    const durationUs = this.#endStage();
    const messages = { request: this.#message(request), answer: this.#message(answer) };
    const trace = { ...this.#request, ...known, ...messages, at: this.#at, durationUs, stages: this.#stages };
    this.#kept = { ...trace, id: this.#sink.keep(trace, this.#texts) };
  }

  /** Adds bytes sent by a stream. */
  sent(bytes: number): void {
    if (this.#kept === undefined) return;
    this.#kept = { ...this.#kept, bytes: this.#kept.bytes + bytes, durationUs: this.#elapsedUs() };
    this.#sink.change(this.#kept);
  }

  /** Called when a stream has ended. */
  ended(): void {
    if (this.#kept === undefined || !this.#kept.streaming) return;
    this.#kept = { ...this.#kept, streaming: false, durationUs: this.#elapsedUs() };
    this.#sink.change(this.#kept);
  }

  #step(parent: { steps?: readonly TraceStep[] }, kind: StepKind, name: string): OpenStep {
    const startUs = this.#elapsedUs();
    const step: MutableStep = { kind, name, startUs, durationUs: 0 };
    parent.steps = [...(parent.steps ?? []), step];
    return {
      step: (innerKind, innerName) => this.#step(step, innerKind, innerName),
      decide: (decision) => void (step.decision = decision),
      cost: (cost) => void (step.cost = cost),
      objects: (before, after) => {
        step.objectBefore = this.#ref(before);
        step.objectAfter = this.#ref(after);
      },
      end: () => void (step.durationUs = this.#elapsedUs() - startUs),
    };
  }

  /** Ends the open stage and returns the elapsed time. */
  #endStage(): number {
    const now = this.#elapsedUs();
    const stage = this.#stages.at(-1);
    if (this.#open && stage !== undefined) stage.durationUs = now - stage.startUs;
    this.#open = false;
    return now;
  }

  #elapsedUs(): number {
    return Math.round((this.#sink.clock.monotonic() - this.#start) * 1000);
  }

  #message({ headers, text }: WireMessage): TracedMessage {
    return text === undefined ? { headers } : { headers, body: this.#ref(text) };
  }

  #ref(text: string): TraceRef {
    for (const [id, known] of this.#texts) if (known === text) return { id, bytes: text.length };
    const id = this.#sink.nextRef();
    this.#texts.set(id, text);
    return { id, bytes: text.length };
  }
}
