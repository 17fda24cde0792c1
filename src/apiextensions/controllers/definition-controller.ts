import type { Clock } from "../../apimachinery/clock.ts";
import type { ObjectLister } from "../../apiserver/registry/object-lister.ts";
import { caBundleProblem } from "../../apimachinery/ca-bundle.ts";
import { caBundleOf } from "../../apis/apiextensions/ca-bundle.ts";
import {
  findCondition,
  isConditionTrue,
  withCondition,
  type Definition,
  type NewCondition,
} from "../../apis/apiextensions/definition.ts";
import { acceptNames } from "./naming-controller.ts";
import { judgeApproval } from "./api-approval-controller.ts";
import type { DefinitionWriter } from "./definition-writer.ts";
import { judgeStructure } from "./nonstructural-schema-controller.ts";
import { versionToolsFor } from "../validation/version-tools.ts";

/** The back-off of workqueue.DefaultControllerRateLimiter. */
const firstRetryMs = 5;
const longestRetryMs = 1_000_000;

interface FailedDeletion {
  readonly failures: number;
  readonly generation: Definition["metadata"]["generation"];
  /** Whether it is too early to try again. */
  isWaiting: boolean;
  /** Cancels the next attempt. */
  cancel(): void;
}

/** Dependencies of the controller. */
export interface DefinitionControllerOptions {
  readonly lister: ObjectLister<Definition>;
  readonly writer: DefinitionWriter;
  /** Deletes the instances of a terminating definition; resolves when the definition may be removed too. */
  cleanUp(definition: Definition): Promise<void>;
  /** Called with errors; the next change of the definition retries. */
  report(err: unknown): void;
  readonly clock: Clock;
  /** Aborted when the server closes. */
  readonly signal: AbortSignal;
}

/**
 * Returns the definition as established, or undefined if it is established already or may not be
 * (EstablishingController).
 */
function establish(definition: Definition, now: string): Definition | undefined {
  if (!isConditionTrue(definition, "NamesAccepted") || isConditionTrue(definition, "Established")) return undefined;
  if (caBundleProblem(caBundleOf(definition)) === undefined)
    return withCondition(
      definition,
      {
        type: "Established",
        status: "True",
        reason: "InitialNamesAccepted",
        message: "the initial names have been accepted",
      },
      now,
    );
  if (findCondition(definition, "Established")?.reason === untrusted.reason) return undefined;
  return withCondition(definition, untrusted, now);
}

/** Condition of a definition whose conversion webhook has an invalid CA bundle. */
const untrusted: NewCondition = {
  type: "Established",
  status: "False",
  reason: "InvalidCABundle",
  message: "The conversion webhook CABundle is invalid",
};

/** Sets the accepted names and conditions of definitions, one definition at a time, whenever one changes. */
export class DefinitionController {
  readonly #options: DefinitionControllerOptions;
  readonly #waiting = new Set<string>();
  readonly #ending = new Set<string>();
  /** Definitions whose instances could not be deleted, by uid. */
  readonly #failed = new Map<string, FailedDeletion>();
  readonly #judged = new WeakSet<Definition["spec"]>();
  #working = false;
  #synced = false;

  constructor(options: DefinitionControllerOptions) {
    this.#options = options;
    options.signal.addEventListener("abort", () => {
      for (const { cancel } of this.#failed.values()) cancel();
    });
  }

  /** Enqueues all definitions, and each again when it changes. */
  start(): void {
    const { lister } = this.#options;
    lister.listen((name, definition, old) => {
      this.#enqueue(name);
      const released =
        definition === undefined ||
        JSON.stringify(definition.status?.acceptedNames) !== JSON.stringify(old?.status?.acceptedNames);
      if (released) this.#enqueueGroup((definition ?? old)?.spec.group ?? "");
    });
    for (const { metadata } of lister.all()) this.#enqueue(metadata.name ?? "");
    this.#synced = !this.#working;
  }

  /** Reports whether every definition present at the start has been synced. */
  get hasSynced(): boolean {
    return this.#synced;
  }

  #enqueue(name: string): void {
    this.#waiting.add(name);
    if (!this.#working) void this.#work();
  }

  /**
   * Enqueues the definitions of a group whose names are not accepted: they may be waiting for names that became free.
   */
  #enqueueGroup(group: string): void {
    for (const definition of this.#options.lister.all()) {
      if (definition.spec.group === group && !isConditionTrue(definition, "NamesAccepted"))
        this.#enqueue(definition.metadata.name ?? "");
    }
  }

  async #work(): Promise<void> {
    this.#working = true;
    await Promise.resolve();
    for (const name of this.#waiting) {
      this.#waiting.delete(name);
      try {
        await this.#sync(name);
      } catch (err) {
        if (this.#options.signal.aborted) return;
        this.#options.report(err);
      }
    }
    this.#working = false;
    this.#synced = true;
  }

  /** Takes one step per sync: each write brings the definition back through the lister. */
  async #sync(name: string): Promise<void> {
    const { lister, writer } = this.#options;
    const definition = lister.get(name);
    if (definition === undefined) return;
    if (definition.metadata.deletionTimestamp !== undefined) this.#end(definition);
    if ((await writer.update(definition, (live, now) => acceptNames(live, lister.all(), now))) !== undefined) return;
    if ((await writer.update(definition, establish)) !== undefined) return;
    if ((await writer.update(definition, judgeApproval)) !== undefined) return;
    await this.#judgeStructure(definition);
  }

  /** Updates the NonStructuralSchema condition, once per spec. Runs last, since nothing depends on it. */
  async #judgeStructure(definition: Definition): Promise<void> {
    if (this.#judged.has(definition.spec)) return;
    const { compileRegexp } = await versionToolsFor(definition);
    await this.#options.writer.update(definition, (live, now) =>
      live.metadata.generation === definition.metadata.generation
        ? judgeStructure(live, compileRegexp, now)
        : undefined,
    );
    this.#judged.add(definition.spec);
  }

  /** Cleans up the instances of a terminating definition in the background, so that other definitions do not wait. */
  #end(definition: Definition): void {
    const { uid = "", generation } = definition.metadata;
    const failed = this.#failed.get(uid);
    if (this.#ending.has(uid) || (failed?.isWaiting === true && failed.generation === generation)) return;
    this.#ending.add(uid);
    this.#options
      .cleanUp(definition)
      .then(
        () => void this.#failed.delete(uid),
        (err: unknown) => this.#retry(definition, err),
      )
      .finally(() => this.#ending.delete(uid));
  }

  /**
   * Tries to delete the instances again after a back-off, or once the spec changes: what is written of the failure is
   * no change that could help.
   */
  #retry({ metadata: { name = "", uid = "", generation } }: Definition, err: unknown): void {
    const { clock, lister, report, signal } = this.#options;
    if (signal.aborted) return;
    report(err);
    const failures = (this.#failed.get(uid)?.failures ?? 0) + 1;
    this.#failed.get(uid)?.cancel();
    const failed: FailedDeletion = { failures, generation, isWaiting: true, cancel: () => undefined };
    this.#failed.set(uid, failed);
    failed.cancel = clock.after(Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs), () => {
      failed.isWaiting = false;
      if (lister.get(name)?.metadata.uid !== uid) this.#failed.delete(uid);
      this.#enqueue(name);
    });
  }
}
