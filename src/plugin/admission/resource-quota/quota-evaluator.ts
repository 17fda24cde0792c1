import type { ResourceQuota } from "../../../api/core/v1.ts";
import { newInternalError } from "../../../apimachinery/errors.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { AdmissionAttributes } from "../../../apiserver/admission/attributes.ts";
import { newAdmissionForbidden } from "../../../apiserver/admission/errors.ts";
import { equalResourceLists, formatResourceList } from "../../../component-helpers/resource/resource-list.ts";
import { checkRequest } from "../../../quota/check-request.ts";
import type { Evaluator } from "../../../quota/evaluator.ts";
import { readQuota, type Quota } from "../../../quota/quota.ts";
import type { EvaluatorRegistry } from "../../../quota/registry.ts";

/** Reads and writes the quotas of a namespace (resourcequota.QuotaAccessor). */
export interface QuotaAccessor {
  getQuotas(namespace: string): readonly KubeObject[];
  /** Stores what is used; rejects if the quota has changed since it was read. */
  updateStatus(quota: ResourceQuota): Promise<void>;
}

/** A request that waits for its decision. */
interface Waiter {
  readonly attributes: AdmissionAttributes;
  readonly evaluator: Evaluator;
  readonly decided: (error: Error | undefined) => void;
}

const retries = 3;

/**
 * Charges requests against the quotas of their namespace. The requests of a namespace that wait at the same time are
 * charged together by one write (resourcequota.quotaEvaluator).
 */
export class QuotaEvaluator {
  readonly #accessor: QuotaAccessor;
  readonly #registry: EvaluatorRegistry;
  /** The requests that wait, by namespace; a namespace has an entry while it is worked on. */
  readonly #waiting = new Map<string, Waiter[]>();

  constructor(accessor: QuotaAccessor, registry: EvaluatorRegistry) {
    this.#accessor = accessor;
    this.#registry = registry;
  }

  /** Rejects if a request exceeds a quota. */
  evaluate(attributes: AdmissionAttributes): Promise<void> | undefined {
    const evaluator = this.#registry.get(attributes.resource);
    if (evaluator === undefined || !evaluator.handles(attributes)) return undefined;
    return new Promise((resolve, reject) => {
      const decided = (error: Error | undefined): void => (error === undefined ? resolve() : reject(error));
      const waiter = { attributes, evaluator, decided };
      const waiting = this.#waiting.get(attributes.namespace);
      if (waiting !== undefined) waiting.push(waiter);
      else {
        this.#waiting.set(attributes.namespace, [waiter]);
        void this.#work(attributes.namespace);
      }
    });
  }

  /** Decides about the requests of a namespace until none waits. */
  async #work(namespace: string): Promise<void> {
    for (;;) {
      await Promise.resolve(); // requests of the same turn are charged together
      const waiters = this.#waiting.get(namespace)?.splice(0) ?? [];
      if (waiters.length === 0) break;
      try {
        await this.#check(this.#accessor.getQuotas(namespace).map(readQuota), waiters, retries);
      } catch (error) {
        for (const { decided } of waiters) decided(error instanceof Error ? error : newInternalError(String(error)));
      }
    }
    this.#waiting.delete(namespace);
  }

  /** Charges requests and stores the sums. What could not be stored is checked again against the newer quotas. */
  async #check(quotas: readonly Quota[], waiters: readonly Waiter[], remaining: number): Promise<void> {
    let charged = quotas;
    const pending: Waiter[] = [];
    for (const waiter of waiters) {
      const result = checkRequest(charged, waiter.attributes, waiter.evaluator);
      if ("refusal" in result) waiter.decided(newAdmissionForbidden(waiter.attributes, result.refusal));
      else if (waiter.attributes.dryRun || !changes(charged, result.quotas)) waiter.decided(undefined);
      else {
        pending.push(waiter);
        charged = result.quotas;
      }
    }
    const failed = await this.#store(quotas, charged);
    if (failed.names.size === 0 || remaining <= 0) {
      for (const { decided } of pending) decided(failed.error);
      return;
    }
    const [first] = pending;
    const newer = this.#accessor.getQuotas(first?.attributes.namespace ?? "").map(readQuota);
    await this.#check(
      newer.filter(({ name }) => failed.names.has(name)),
      pending,
      remaining - 1,
    );
  }

  async #store(before: readonly Quota[], after: readonly Quota[]) {
    const names = new Set<string>();
    let error: Error | undefined;
    for (const [index, quota] of after.entries()) {
      if (quota === before[index]) continue;
      try {
        await this.#accessor.updateStatus(withUsed(quota));
      } catch (cause) {
        names.add(quota.name);
        error = cause instanceof Error ? cause : newInternalError(String(cause));
      }
    }
    return { names, error };
  }
}

const withUsed = ({ object, used }: Quota): ResourceQuota => ({
  ...object,
  status: { ...object.status, used: formatResourceList(used) },
});

/** Reports whether a request has changed what is used. */
const changes = (before: readonly Quota[], after: readonly Quota[]): boolean =>
  after.some((quota, index) => {
    const old = before[index];
    return old !== undefined && quota !== old && !equalResourceLists(quota.used, old.used);
  });
