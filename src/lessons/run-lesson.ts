import { messageOf } from "../apimachinery/message-of.ts";
import type { Clock } from "../apimachinery/clock.ts";
import type { JsonValue } from "../apimachinery/json/value.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { Client } from "../client/client.ts";
import { followSignal } from "../client/follow-signal.ts";
import { type ApiObject, ObjectClient } from "../client/object-client.ts";
import { enablesController } from "../component-base/controller-list.ts";
import type { Handle } from "../component-base/exchange.ts";
import type { WorldTime } from "../component-base/world-clock.ts";
import type { Files } from "../kubectl/session.ts";
import { auditEntries, type AuditLog, startAudit } from "./audit-entries.ts";
import { defaultBounds, type LessonBounds, StepProblem, Usage } from "./bounds.ts";
import { checkExpectation, eventCount, hasEventsBetween, type Observed } from "./check-expectation.ts";
import { checkWanted } from "./check-wanted.ts";
import type { Case, Expectation, Goal, Lesson, LessonServer, NotRun, Step, WantedObject } from "./lesson.ts";
import { GeneratedNames } from "./generated-names.ts";
import type { LessonLabs } from "./labs.ts";
import type { Finding } from "./match.ts";
import type { OpenWatch } from "./open-watch.ts";
import { LessonError } from "./lesson-error.ts";
import { checkPrediction, judge, problemOf, unchecked, unsuccessful } from "./judge-step.ts";
import { LessonFiles, meteredFiles } from "./lesson-files.ts";
import { createCommandLine, type RunCommandLine } from "./run-command-line.ts";
import { meteredHandle } from "./run-commands.ts";
import type { ReceivedAnswer, SentRequest } from "./send.ts";
import { performAction } from "./perform-action.ts";
import type { Attempt, LessonFaults, RunCommand, StepServices } from "./step-services.ts";
import { untilHolds } from "./timeout.ts";
import { sleep } from "../component-base/sleep.ts";
import { type ReadShipped, withShipped } from "./shipped-files.ts";
import { Variables } from "./variables.ts";
import { checkExpressions } from "./webhooks.ts";
import { PageWorld } from "./why-unmet.ts";
import { RequestEndings } from "./request-endings.ts";

/** What a lesson runs on. */
export interface LessonRunOptions {
  /** The door of a server of the lesson's own. */
  readonly handle: Handle;
  readonly clock: Clock;
  /** Reads the time of the server's world, which the lesson's own kubectl tells ages by. */
  readonly worldTime?: (() => Promise<WorldTime>) | undefined;
  /** Sent with the requests of the lesson: the token of an administrator, where the server has tokens. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Runs `kubectl` lines in place of the lesson's own kubectl: in a terminal that the reader sees. */
  readonly runCommandLine?: RunCommandLine | undefined;
  /** The folder of the command lines, in place of one in memory: of a terminal that the reader sees as well. */
  readonly files?: Files | undefined;
  /** Reads the files that the author ships beside the lesson, which its front matter names under `files`. */
  readonly shipped?: ReadShipped | undefined;
  /** The audit log of the server, for lessons that look into it. */
  readonly audit?: AuditLog | undefined;
  /** The rules of faults of the server, for lessons in which requests fail. */
  readonly faults?: LessonFaults | undefined;
  /** What the race labs and watch labs of the lesson run on. */
  readonly labs?: LessonLabs | undefined;
  readonly bounds?: Partial<LessonBounds>;
  /** Told of each time that a step was performed, before its own claims are judged. */
  readonly onAttempt?: ((attempt: Attempt) => Promise<void>) | undefined;
  /** The User-Agent of the reads that goals need; the one of the lesson by default. */
  readonly goalAgent?: string | undefined;
}

/** A request of a step with its answer. */
export interface StepExchange {
  readonly request: SentRequest;
  readonly answer: ReceivedAnswer;
}

/** What happened in a step. */
export interface StepReport {
  readonly step: Step;
  readonly outcome: "passed" | "failed";
  /** Every claim with its place, what was expected and what was got. */
  readonly findings: readonly Finding[];
  readonly exchanges: readonly StepExchange[];
  /** The events that a watch has sent to this step. */
  readonly events: readonly JsonValue[];
  /** The command lines that were run. */
  readonly outputs: readonly RunCommand[];
  /** The command lines that turned out not to run. */
  readonly notRun: readonly NotRun[];
  readonly ms: number;
}

/** Which claims of a part of a goal hold. */
export interface GoalPartReport {
  readonly part: WantedObject;
  readonly findings: readonly Finding[];
  readonly holds: boolean;
}

/** A lesson under way on a server: its values, its open watches and what it has used. */
export class LessonRun {
  readonly lesson: Lesson;
  readonly #options: LessonRunOptions;
  readonly #bounds: LessonBounds;
  readonly #variables = new Variables();
  readonly #services: StepServices;
  /** What goals are checked with, beside the steps. */
  readonly #goals: StepServices;
  readonly #stop = new AbortController();
  readonly #watches = new Map<string, OpenWatch>();

  constructor(lesson: Lesson, options: LessonRunOptions) {
    this.lesson = lesson;
    this.#options = options;
    this.#bounds = { ...defaultBounds, ...options.bounds };
    const { handle, clock, worldTime, headers = {}, goalAgent = "kubepad-lesson" } = options;
    const usage = new Usage(this.#bounds);
    const { signal } = this.#stop;
    const endings = new RequestEndings(signal);
    const sending = { handle, clock, bounds: this.#bounds, usage, signal, endings };
    const anonymous = lesson.server.tokens !== "";
    const folder = withShipped(options.files ?? new LessonFiles(), lesson.files, options.shipped);
    const files = meteredFiles(folder, usage);
    const metered = meteredHandle(sending, anonymous ? [] : Object.entries(headers));
    this.#services = {
      client: new ObjectClient(new Client({ handle, userAgent: "kubepad-lesson", headers })),
      headers: Object.entries(headers),
      anonymous,
      watches: this.#watches,
      names: new GeneratedNames(),
      world: new PageWorld(lesson.notRun.map(({ text }) => text)),
      runCommandLine:
        options.runCommandLine ??
        createCommandLine({ handle: metered, clock, worldTime, files, programs: lesson.programs, lifetime: signal }),
      files,
      faults: options.faults,
      labs: options.labs,
      types: { validators: undefined },
      sending,
    };
    this.#goals = {
      ...this.#services,
      client: new ObjectClient(new Client({ handle, userAgent: goalAgent, headers })),
      headers: [["User-Agent", goalAgent], ...Object.entries(headers)],
    };
  }

  /**
   * Creates the lesson's objects, in order. Where the lesson's controllers create service accounts, it waits for the
   * one that pods need, and where they count quotas, for the limits of each, which admission reads from its status:
   * what comes after a quota is limited by it, however busy the machine is. Rejects with a LessonError at the first
   * object that the server refuses, at an audit policy that it refuses, and at an expression that does not compile.
   */
  async seed(): Promise<void> {
    await checkExpressions(this.lesson);
    await startAudit(this.lesson, this.#options.audit);
    const { controllers } = this.lesson.server;
    if (lists("serviceaccount-controller", controllers)) await this.#untilSeen(accountOfPods, () => true);
    // without a list, those controllers run that the API server itself depends on, and this is one of them
    const countsQuotas = controllers === true || lists("resourcequota-controller", controllers);
    const { client, sending } = this.#services;
    for (const [i, object] of this.lesson.seed.entries()) {
      try {
        sending.usage.request(0);
        await client.create(object);
        if (countsQuotas && isQuota(object)) await this.#untilSeen(object, hasLimits);
      } catch (error) {
        const words = messageOf(error);
        throw new LessonError(this.lesson.file, this.lesson.lines.get(`seed.${i}`) ?? 1, words, { cause: error });
      }
    }
  }

  /** Runs a step, which may have been changed; never rejects. */
  async runStep(step: Step): Promise<StepReport> {
    const { clock } = this.#options;
    const started = clock.monotonic();
    const parts: StepParts = { findings: [], exchanges: [], events: [], outputs: [], notRun: [] };
    try {
      parts.findings.push(...checkPrediction(step));
      for (const row of step.cases ?? [undefined]) await this.#runCase(step, row, parts);
    } catch (error) {
      parts.findings.push(problemOf(step, error));
    }
    const outcome = parts.findings.every(({ holds }) => holds) ? "passed" : "failed";
    return { step, outcome, ...parts, ms: clock.monotonic() - started };
  }

  /** Reads once which parts of a goal hold. What this uses is not counted for the lesson. */
  async checkGoal({ parts }: Goal): Promise<readonly GoalPartReport[]> {
    const variables = this.#variables.for(undefined);
    const services = { ...this.#goals, sending: { ...this.#goals.sending, usage: new Usage(this.#bounds) } };
    const reports: GoalPartReport[] = [];
    for (const part of parts) {
      const findings = await checkWanted(part, variables, services).then(
        (check) => check.findings,
        (error: unknown) => [unchecked(part, error)],
      );
      reports.push({ part, findings, holds: findings.every(({ holds }) => holds) });
    }
    return reports;
  }

  /**
   * Runs a step as a test of its lesson: before the way of a goal, the goal is not to hold yet, and at the end of the
   * way it is to hold.
   */
  async testStep(step: Step): Promise<StepReport> {
    const { goals } = this.lesson;
    const before: Finding[] = [];
    for (const goal of goals) if (goal.way.first === step.index) before.push(...(await this.#notYet(goal)));
    const report = await this.runStep(step);
    const findings = [...before, ...report.findings];
    const reached = goals.filter(({ way }) => way.end === step.index + 1);
    if (report.outcome === "passed") for (const goal of reached) findings.push(...(await this.#reached(goal)));
    return { ...report, findings, outcome: findings.every(({ holds }) => holds) ? "passed" : "failed" };
  }

  /** What holds already is told at each part, since any of them may be meant to be another. */
  async #notYet(goal: Goal): Promise<readonly Finding[]> {
    const held = (await this.checkGoal(goal)).every(({ holds }) => holds);
    const got = held ? "it holds already" : "it does not";
    const told = held ? goal.parts : goal.parts.slice(0, 1);
    const expected = "it does not hold before its way";
    return told.map(({ place }) => ({ place, what: "the goal", holds: !held, expected, got }));
  }

  /** Waits until a goal holds. */
  async #reached(goal: Goal): Promise<readonly Finding[]> {
    const reports = await untilHolds(
      this.#options.clock,
      () => this.checkGoal(goal),
      (parts) => parts.every(({ holds }) => holds),
      { waitMs: this.#bounds.waitMs, everyMs: retryMs, signal: this.#stop.signal },
    );
    return reports.flatMap(({ findings }) => findings);
  }

  /**
   * Tests all steps in order until the time is over, or one of a lesson fails, and calls `onReport` after each. The
   * lines of a page are told one by one, so it goes on.
   */
  async runAll(onReport?: (report: StepReport) => void): Promise<readonly StepReport[]> {
    const { clock } = this.#options;
    const started = clock.monotonic();
    const reports: StepReport[] = [];
    for (const step of this.lesson.steps) {
      const report = clock.monotonic() - started > this.#bounds.lessonMs ? this.#late(step) : await this.testStep(step);
      reports.push(report);
      onReport?.(report);
      if (report.outcome === "failed" && this.lesson.kind === "lesson") break;
    }
    return reports;
  }

  /** The values that the lesson has taken from answers. */
  get values(): ReadonlyMap<string, string> {
    return this.#variables.values;
  }

  /** Ends the watches. */
  close(): void {
    this.#stop.abort();
    for (const watch of this.#watches.values()) watch.close();
    this.#watches.clear();
  }

  /** Waits until controllers have made something of an object, as long as the lesson may take. */
  async #untilSeen(object: ApiObject, holds: (found: KubeObject) => boolean): Promise<void> {
    const { client, sending } = this.#services;
    const late = followSignal(sending.signal);
    const cancel = this.#options.clock.after(this.#bounds.lessonMs, () => late.abort());
    try {
      for await (const found of client.changes(object, late.signal)) if (found !== undefined && holds(found)) return;
    } finally {
      cancel();
      late.abort();
    }
  }

  #late(step: Step): StepReport {
    const error = new StepProblem(`the lesson takes longer than ${this.#bounds.lessonMs / 1000} s`);
    return {
      step,
      outcome: "failed",
      findings: [problemOf(step, error)],
      exchanges: [],
      events: [],
      outputs: [],
      notRun: [],
      ms: 0,
    };
  }

  async #runCase(step: Step, row: Case | undefined, parts: StepParts): Promise<void> {
    const { clock } = this.#options;
    const deadline = clock.monotonic() + this.#bounds.waitMs;
    for (;;) {
      const tried = await this.#attempt(step, row);
      const again = step.options.until && tried.findings.some(({ holds }) => !holds) && clock.monotonic() < deadline;
      if (!again) {
        parts.findings.push(...tried.findings);
        parts.exchanges.push(...tried.exchanges);
        parts.events.push(...tried.events);
        parts.outputs.push(...tried.outputs);
        parts.notRun.push(...tried.notRun);
        this.#variables.learn(tried.variables);
        return;
      }
      await sleep(clock, retryMs, this.#stop.signal);
    }
  }

  /** Performs a step once, or as often as it says, and compares the last answer with what is expected. */
  async #attempt(step: Step, row: Case | undefined): Promise<StepParts & { readonly variables: Variables }> {
    const variables = this.#variables.for(row);
    const exchanges: StepExchange[] = [];
    const findings: Finding[] = [];
    const events: JsonValue[] = [];
    const outputs: RunCommand[] = [];
    const notRun: NotRun[] = [];
    for (let i = 1; i <= step.options.repeat; i++) {
      if (step.options.repeat > 1) variables.set("i", String(i));
      const last = i === step.options.repeat;
      const before = variables.for(row);
      const performed = await performAction(step, variables, this.#services);
      exchanges.push(...performed.exchanges);
      outputs.push(...(performed.outputs ?? []));
      notRun.push(...(performed.notRun ?? []));
      const read = await readEvents(step, performed.watch, variables);
      const observed = await this.#observe(step, performed.answer ?? performed.exchanges.at(-1)?.answer, read);
      events.push(...observed.events);
      if (!last && observed.status >= 400) findings.push(unsuccessful(step, observed));
      if (!last && performed.judge === undefined) continue;
      const judgeIt = performed.judge ?? ((of, values) => judge(of, observed, values));
      await this.#options.onAttempt?.({ step, variables: before, judge: judgeIt });
      findings.push(...(await judgeIt(step, variables)));
    }
    return { findings, exchanges, events, outputs, notRun, variables };
  }

  async #observe(step: Step, answer: ReceivedAnswer | undefined, events: readonly JsonValue[]): Promise<Observed> {
    const { audit: log, clock } = this.#options;
    const reading = { log, clock, waitMs: this.#bounds.waitMs, signal: this.#stop.signal };
    return { ...(answer ?? nothing), events, audit: await auditEntries(step, answer, reading) };
  }
}

const nothing = { status: 200, headers: [], bytes: new Uint8Array(), text: "", value: undefined };

/** Reads the events that a step expects from its watch, and those between them; without a name, it is closed then. */
async function readEvents(
  { expectations, options }: Step,
  watch: OpenWatch | undefined,
  variables: Variables,
): Promise<readonly JsonValue[]> {
  if (watch === undefined) return [];
  const count = expectations.reduce((sum, expectation) => sum + eventCount(expectation), 0);
  const events = [...(await watch.take(count))];
  const [between] = expectations.filter(hasEventsBetween);
  while (between !== undefined && !holdsFor(between, events, variables)) {
    const [next] = await watch.take(1);
    if (next === undefined) break;
    events.push(next);
  }
  if (options.watch === "") watch.close();
  return events;
}

/** Whether an expectation of events holds, without learning from them. */
const holdsFor = ({ content, place }: Expectation, events: readonly JsonValue[], variables: Variables): boolean =>
  checkExpectation(
    { place, status: undefined, headers: [], content },
    { ...nothing, events, audit: [] },
    variables.for(variables.row),
  ).every(({ holds }) => holds);

interface StepParts {
  readonly findings: Finding[];
  readonly exchanges: StepExchange[];
  readonly events: JsonValue[];
  readonly outputs: RunCommand[];
  readonly notRun: NotRun[];
}

const retryMs = 50;

/** Whether a controller is among those that a lesson lists. */
const lists = (name: string, controllers: LessonServer["controllers"]): boolean =>
  typeof controllers !== "boolean" && enablesController(controllers, name);

/** Without it, the admission plugin ServiceAccount refuses every pod. */
const accountOfPods = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default" } };

const isQuota = ({ apiVersion, kind }: ApiObject): boolean => apiVersion === "v1" && kind === "ResourceQuota";

/** Whether a quota has been counted, so that it limits what is created from now on. */
const hasLimits = ({ status }: KubeObject & { readonly status?: { readonly hard?: unknown } }): boolean =>
  status?.hard !== undefined;
