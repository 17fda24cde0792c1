import { isRecord } from "../../../apimachinery/is-record.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { ServedResource } from "../../../client/discovery.ts";
import { isListed } from "../../../component-base/exchange.ts";
import { isBackgroundRead, isReview, onlyReads, type Trace } from "../../../component-base/trace.ts";
import {
  type EventsStep,
  isDryRun,
  keptHeaders,
  type RecordedEvent,
  type RecordedRequest,
  type RecordedStep,
  type RequestStep,
} from "../../../recorder/recording.ts";
import { isKubeObject } from "../../data/send.ts";
import { overheard } from "../../data/overheard.ts";
import type { StreamEvent } from "../../data/watch-stream.ts";
import { isWatch, readTarget } from "../../kube/resource.ts";
import { catalog } from "../../state/catalog.ts";
import { doneLines, type DoneLine } from "../../state/done-lines.ts";
import type { Page } from "../../state/page.ts";
import { type OpenedWatch, type WatchEar, watchNews } from "../../state/watch-news.ts";
import { onAnotherServer } from "../../state/server-status.ts";

/** Longer answers are not kept: only their status is claimed. */
const longestAnswer = 100_000;
/** How long the traces of a line are waited for. */
const patienceMs = 2_000;
/** How long events are gathered, which many may come of at a time. */
const eventsGapMs = 250;
/** The exit code of a line that Ctrl-C has ended. */
const interrupted = 130;
/** The requests of the terminal have such ids, by which their lines know them. */
const ofTerminal = /^kubectl-/;

/** Whether a request is what the user did: neither a read of the page or of a controller, nor something tried out. */
function isOfUser(trace: Trace): boolean {
  const { streaming, method, target } = trace;
  if (streaming || isWatch(method, target) || isBackgroundRead(trace) || ofTerminal.test(trace.requestId)) return false;
  switch (trace.source.kind) {
    case "controller":
      return false;
    case "ui":
      return !isDryRun(trace) && !isReview(target);
    case "console":
    case "client":
      return true;
  }
}

/** The steps of the recording. */
export interface RecordedSteps {
  /** Adds a step, or replaces the one with its id. */
  add(step: RecordedStep): void;
  remove(ids: readonly string[]): void;
}

/** A watch that was opened during the recording, with the steps of its request and its events. */
interface SeenWatch {
  readonly id: string;
  readonly of: string;
  /** The id of its request, if a command line has sent it. */
  readonly lineRequest: string | undefined;
  readonly events: RecordedEvent[];
  isNew: boolean;
}

/** Returns an event as it is recorded; none for a bookmark, which comes by time. */
function recordedEvent(event: StreamEvent, resource: ServedResource | undefined): readonly RecordedEvent[] {
  if (event.type === "BOOKMARK") return [];
  if (event.type === "ERROR") return [{ type: event.type, object: { ...event.status } }];
  const { object } = event;
  if (object.kind === "Table")
    return rowsOf(object).map(({ metadata }) => ({
      type: event.type,
      object: { ...(resource && { kind: resource.kind }), metadata: told(metadata) },
    }));
  return [{ type: event.type, object: { ...object, metadata: told(object.metadata) } }];
}

const told = ({ managedFields: _managed, ...metadata }: KubeObject["metadata"]): object => metadata;

/** Returns the objects of a table's rows, which have their metadata at least. */
function rowsOf(table: object): readonly KubeObject[] {
  const rows: unknown = "rows" in table ? table.rows : [];
  if (!Array.isArray(rows)) return [];
  return rows.map((row: unknown) => (isRecord(row) ? row["object"] : undefined)).filter(isKubeObject);
}

/** The headers that say something about a watch; one of tables is told by the objects in them. */
const watchHeaders = (headers: OpenedWatch["headers"]): RecordedRequest["headers"] =>
  keptHeaders(headers).filter(([name, value]) => name.toLowerCase() !== "accept" || !value.includes("as=Table"));

/** Takes in what the user does: requests by the traces of the server, command lines of the terminal, and watches. */
export class Intake {
  readonly #page: Page;
  readonly #steps: RecordedSteps;
  readonly #traces = new Map<string, Trace>();
  /** Called when traces have come. */
  readonly #waiting = new Set<() => void>();
  readonly #watches = new Set<SeenWatch>();
  /** Cancels what adds the events that have come. */
  #adding: (() => void) | undefined;
  #ends: (() => void)[] = [];
  #queue: Promise<void> = Promise.resolve();
  /** Resolves when the watches that were opened are among what is added. */
  #opening: Promise<unknown> = Promise.resolve();
  #isOn = false;
  #lastId = 0;

  constructor(page: Page, steps: RecordedSteps) {
    this.#page = page;
    this.#steps = steps;
  }

  /** Takes what is done from now on. */
  async start(): Promise<void> {
    if (this.#ends.length > 0) return;
    const store = doneLines.of(this.#page);
    this.#ends = [store.subscribe(({ last }) => last && this.#takeLine(last))];
    this.#ends.push(this.#hearWatches());
    // another server counts its requests anew
    this.#ends.push(onAnotherServer(this.#page, () => void (this.#lastId = 0)));
    const { inspect } = this.#page;
    // what was done before is asked for before anything else is done, and not told later
    const before = inspect.traces(this.#lastId);
    const early: Trace[] = [];
    const hear = (traces: readonly Trace[]): void => {
      if (this.#isOn) this.#take(traces);
      else early.push(...traces);
    };
    this.#ends.push(await inspect.subscribe(hear));
    this.#take(await before);
    const since = await inspect.traces(this.#lastId);
    this.#isOn = true;
    this.#take([...since, ...early]);
  }

  /** Resolves when all that was done before is taken. */
  async stop(): Promise<void> {
    this.#take(await this.#page.inspect.traces(this.#lastId));
    await this.#opening;
    this.#addEvents();
    this.#isOn = false;
    for (const end of this.#ends.splice(0)) end();
    await this.#queue;
    this.#traces.clear();
    this.#watches.clear();
  }

  /** Watches tell of themselves from now on, those of `kubepad.fetch` too; not those that are open already. */
  #hearWatches(): () => void {
    const news = watchNews.of(this.#page);
    const { scripts } = this.#page;
    const plain = scripts?.handle;
    const ear: WatchEar = (watch) => this.#takeWatch(watch);
    news.setState({ ear });
    if (scripts !== undefined && plain !== undefined)
      scripts.handle = overheard(plain, ({ target, headers }) =>
        ear({ target, headers: isListed(headers) ? [...headers] : [] }),
      );
    return () => {
      news.setState({ ear: undefined });
      if (scripts !== undefined && plain !== undefined) scripts.handle = plain;
    };
  }

  #takeWatch({ target, headers, lineRequest }: OpenedWatch): (events: readonly StreamEvent[]) => void {
    const resource = this.#resourceOf(target);
    const request = {
      method: "GET",
      target,
      kind: resource?.kind,
      headers: watchHeaders(headers),
      body: "",
      status: 200,
    };
    const step: RequestStep = { kind: "request", id: this.#page.newId(), title: "", claims: {}, request };
    const watch: SeenWatch = { id: this.#page.newId(), of: step.id, lineRequest, events: [], isNew: false };
    this.#watches.add(watch);
    // what was sent before it is told before it
    const before = this.#page.inspect.traces(this.#lastId).then((traces) => this.#take(traces));
    const added = before.then(() => this.#later(async () => void (this.#watches.has(watch) && this.#steps.add(step))));
    this.#opening = Promise.all([this.#opening, added]);
    return (events) => {
      if (!this.#watches.has(watch)) return;
      const recorded = events.flatMap((event) => recordedEvent(event, resource));
      if (recorded.length === 0) return;
      watch.events.push(...recorded);
      watch.isNew = true;
      this.#adding ??= this.#page.clock.after(eventsGapMs, () => this.#addEvents());
    };
  }

  /** The events of a watch are one step, which is replaced when more of them have come. */
  #addEvents(): void {
    this.#adding?.();
    this.#adding = undefined;
    for (const watch of this.#watches) {
      if (!watch.isNew) continue;
      watch.isNew = false;
      const { id, of, events } = watch;
      const step: EventsStep = { kind: "events", id, title: "", claims: {}, of, events: [...events] };
      this.#later(async () => void (this.#watches.has(watch) && this.#steps.add(step)));
    }
  }

  #take(traces: readonly Trace[]): void {
    for (const trace of traces) {
      const isNew = trace.id > this.#lastId;
      this.#lastId = Math.max(this.#lastId, trace.id);
      if (!this.#isOn || !isNew) continue;
      if (ofTerminal.test(trace.requestId)) this.#traces.set(trace.requestId, trace);
      else if (isOfUser(trace)) this.#takeTrace(trace);
    }
    for (const call of this.#waiting) call();
  }

  #takeTrace(trace: Trace): void {
    this.#later(async () => this.#steps.add(this.#stepOf(await this.#requestOf(trace))));
  }

  #stepOf(request: RecordedRequest): RecordedStep {
    return { kind: "request", id: this.#page.newId(), title: "", claims: {}, request };
  }

  #takeLine(line: DoneLine): void {
    this.#later(async () => {
      await this.#until(() => line.requests.every(({ id, status }) => status === 0 || this.#traces.has(id)));
      const requests = await Promise.all(line.requests.map((request) => this.#lineRequest(request)));
      const steps = this.#stepsOf(line, requests);
      // a line that has come to its end is told whole, with what it has waited for
      if (steps.some(({ kind }) => kind === "line")) this.#leaveWatchesOf(line);
      for (const step of steps) this.#steps.add(step);
    });
  }

  #leaveWatchesOf({ requests }: DoneLine): void {
    for (const watch of this.#watches) {
      if (!requests.some(({ id }) => id === watch.lineRequest)) continue;
      this.#watches.delete(watch);
      this.#steps.remove([watch.of, watch.id]);
    }
  }

  /** A line that was stopped, or that ran as another user, is told by its requests. */
  #stepsOf(line: DoneLine, requests: readonly RecordedRequest[]): readonly RecordedStep[] {
    const { text, namespace, output, code, as, files } = line;
    if (as !== undefined || code === interrupted)
      return requests.filter((request) => !onlyReads(request)).map((request) => this.#stepOf(request));
    const part = { id: this.#page.newId(), title: "", claims: {} };
    const read = Object.entries(files).filter(([path]) => mayRead(text, path));
    return [{ ...part, kind: "line", text, namespace, output, code, requests, files: Object.fromEntries(read) }];
  }

  async #lineRequest(sent: DoneLine["requests"][number]): Promise<RecordedRequest> {
    const { id, method, target, headers, body, status } = sent;
    const trace = this.#traces.get(id);
    this.#traces.delete(id);
    const answer = trace?.streaming === true ? undefined : await this.#textOf(trace?.answer.body);
    return { method, target, headers: keptHeaders(headers), body, status, answer };
  }

  async #requestOf({ method, target, request, answer, status }: Trace): Promise<RecordedRequest> {
    const [body = "", answered] = await Promise.all([this.#textOf(request.body), this.#textOf(answer.body)]);
    const { kind } = this.#resourceOf(target) ?? {};
    return { method, target, kind, headers: keptHeaders(request.headers), body, status, answer: answered };
  }

  #resourceOf(target: string) {
    const path = readTarget(target);
    const { resources } = catalog.of(this.#page).getState();
    return resources.find(({ group, resource }) => group === path?.group && resource === path.resource);
  }

  async #textOf(ref: Trace["answer"]["body"]): Promise<string | undefined> {
    if (ref === undefined || ref.bytes > longestAnswer) return undefined;
    return this.#page.inspect.traceText(ref.id);
  }

  /** Does one thing after the other, in the order in which they were done. */
  #later(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work, work);
  }

  /** Waits until traces have come, or are not to come any more. */
  #until(holds: () => boolean): Promise<void> {
    if (holds()) return Promise.resolve();
    return new Promise((resolve) => {
      const check = (): void => void (holds() && end());
      const end = (): void => {
        this.#waiting.delete(check);
        stopWaiting();
        resolve();
      };
      const stopWaiting = this.#page.clock.after(patienceMs, end);
      this.#waiting.add(check);
    });
  }
}

/** Whether a command line may read a file: it names it, or a folder that it is in. */
function mayRead(text: string, path: string): boolean {
  const folders = path.split("/").slice(0, -1);
  const named = [path, ...folders.map((_each, i) => folders.slice(0, i + 1).join("/"))];
  return named.some((name) => text.includes(name)) || /\s\.\/?(?:\s|$)/.test(text);
}
