import type { GroupVersionKind, GroupVersionResource } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { afterwards, type MaybeAsync, settled } from "../../component-base/maybe-async.ts";
import type { UserInfo } from "../request/user.ts";

export type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** The attributes of a request for admission (admission.Attributes). */
export interface AdmissionAttributes {
  readonly operation: Operation;
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** The new object; undefined on delete. */
  readonly object?: KubeObject | undefined;
  /** The existing object; undefined on create. */
  readonly oldObject?: KubeObject | undefined;
  readonly dryRun: boolean;
  readonly user: UserInfo;
}

/** An admission plugin, which denies a request by throwing a StatusError. */
export interface AdmissionPlugin {
  readonly name: string;
  handles(operation: Operation): boolean;
  /** Mutating admission; returns the object, possibly modified (admission.MutationInterface). */
  admit?(attributes: AdmissionAttributes): MaybeAsync<KubeObject | undefined>;
  /** Validating admission of the object in the form to be stored (admission.ValidationInterface). */
  validate?(attributes: AdmissionAttributes): MaybeAsync<void>;
}

/** All plugins in order. The chain is synchronous if its plugins are. */
export interface AdmissionChain {
  /** Runs the mutating plugins and returns the resulting object. */
  admit(attributes: AdmissionAttributes): MaybeAsync<KubeObject | undefined>;
  validate(attributes: AdmissionAttributes): MaybeAsync<void>;
}

/** Observes the duration of each admission step in milliseconds. */
export interface StepObserver {
  monotonic(): number;
  stepped(step: "admit" | "validate", operation: Operation, rejected: boolean, ms: number): void;
}

/**
 * Creates a chain that calls the plugins in order; each one receives the object as modified by the preceding
 * ones (admission.NewChainHandler).
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

/** Runs the mutating plugins from index `at` on. */
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

/** Returns the index of the first plugin from `at` on that handles the operation, or the number of plugins. */
function nextFor(plugins: readonly AdmissionPlugin[], at: number, { operation }: AdmissionAttributes): number {
  let next = at;
  while (next < plugins.length && plugins[next]?.handles(operation) !== true) next++;
  return next;
}

/** Measures the duration of the steps of a chain (admission/metrics.WithStepMetrics). */
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
