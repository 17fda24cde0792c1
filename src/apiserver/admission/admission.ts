import type { GroupVersionKind, GroupVersionResource } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { afterwards, type MaybeAsync, settled } from "../../component-base/maybe-async.ts";
import type { UserInfo } from "../request/user.ts";

export type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** What admission is asked about (admission.Attributes). */
export interface AdmissionAttributes {
  readonly operation: Operation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** The new object; absent on deletions. */
  readonly object?: KubeObject | undefined;
  /** The live object; absent on creations. */
  readonly oldObject?: KubeObject | undefined;
  readonly dryRun: boolean;
  readonly user: UserInfo;
}

/** One admission plugin. A plugin refuses by throwing a StatusError. */
export interface AdmissionPlugin {
  readonly name: string;
  handles(operation: Operation): boolean;
  /** May return a changed object (admission.MutationInterface). */
  admit?(attributes: AdmissionAttributes): MaybeAsync<KubeObject | undefined>;
  /** Sees the object as it will be stored (admission.ValidationInterface). */
  validate?(attributes: AdmissionAttributes): MaybeAsync<void>;
}

/** All plugins in their order. Where none of them takes its time, neither does the chain. */
export interface AdmissionChain {
  /** The object as the mutating plugins leave it. */
  admit(attributes: AdmissionAttributes): MaybeAsync<KubeObject | undefined>;
  validate(attributes: AdmissionAttributes): MaybeAsync<void>;
}

/** Hears how long the plugins together took over one step, in milliseconds. */
export interface StepObserver {
  monotonic(): number;
  stepped(step: "admit" | "validate", operation: Operation, rejected: boolean, ms: number): void;
}

/**
 * Asks the plugins one after the other; each sees what the ones before made of the object (admission.NewChainHandler).
 */
export function createAdmissionChain(plugins: readonly AdmissionPlugin[], observer?: StepObserver): AdmissionChain {
  const mutating = plugins.filter((p) => p.admit !== undefined);
  const validating = plugins.filter((p) => p.validate !== undefined);
  const chain: AdmissionChain = {
    admit: (attributes) => admitFrom(mutating, 0, attributes),
    validate: (attributes) => validateFrom(validating, 0, attributes),
  };
  return observer === undefined ? chain : observed(chain, observer);
}

/** The object as the plugins from `at` on leave it. */
function admitFrom(
  plugins: readonly AdmissionPlugin[],
  at: number,
  attributes: AdmissionAttributes,
): MaybeAsync<KubeObject | undefined> {
  const plugin = nextFor(plugins, at, attributes);
  if (plugin === plugins.length) return attributes.object;
  const changed = plugins[plugin]?.admit?.(attributes);
  return afterwards(changed, (object) =>
    admitFrom(
      plugins,
      plugin + 1,
      object === undefined || object === attributes.object ? attributes : { ...attributes, object },
    ),
  );
}

function validateFrom(
  plugins: readonly AdmissionPlugin[],
  at: number,
  attributes: AdmissionAttributes,
): MaybeAsync<void> {
  const plugin = nextFor(plugins, at, attributes);
  if (plugin === plugins.length) return undefined;
  return afterwards(plugins[plugin]?.validate?.(attributes), () => validateFrom(plugins, plugin + 1, attributes));
}

/** The index of the first plugin from `at` on that cares for the operation, or their number. */
function nextFor(plugins: readonly AdmissionPlugin[], at: number, { operation }: AdmissionAttributes): number {
  let next = at;
  while (next < plugins.length && plugins[next]?.handles(operation) !== true) next++;
  return next;
}

/** Times the steps of a chain (admission/metrics.WithStepMetrics). */
function observed(chain: AdmissionChain, observer: StepObserver): AdmissionChain {
  const timed = <T>(
    step: "admit" | "validate",
    { operation }: AdmissionAttributes,
    run: () => MaybeAsync<T>,
  ): MaybeAsync<T> => {
    const start = observer.monotonic();
    return settled(run, (rejected) => observer.stepped(step, operation, rejected, observer.monotonic() - start));
  };
  return {
    admit: (attributes) => timed("admit", attributes, () => chain.admit(attributes)),
    validate: (attributes) => timed("validate", attributes, () => chain.validate(attributes)),
  };
}
