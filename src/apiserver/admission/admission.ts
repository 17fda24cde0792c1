import type { GroupVersionKind, GroupVersionResource } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
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
  admit?(attributes: AdmissionAttributes): Promise<KubeObject | undefined> | KubeObject | undefined;
  /** Sees the object as it will be stored (admission.ValidationInterface). */
  validate?(attributes: AdmissionAttributes): Promise<void> | void;
}

/** All plugins in their order. */
export interface AdmissionChain {
  /** The object as the mutating plugins leave it. */
  admit(attributes: AdmissionAttributes): Promise<KubeObject | undefined>;
  validate(attributes: AdmissionAttributes): Promise<void>;
}

/** Hears how long the plugins together took over one step, in milliseconds. */
export interface StepObserver {
  monotonic(): number;
  stepped(step: "admit" | "validate", operation: Operation, rejected: boolean, ms: number): void;
}

/** Asks the plugins one after the other; each sees what the ones before made of the object (admission.NewChainHandler). */
export function createAdmissionChain(plugins: readonly AdmissionPlugin[], observer?: StepObserver): AdmissionChain {
  const mutating = plugins.filter((p) => p.admit !== undefined);
  const validating = plugins.filter((p) => p.validate !== undefined);
  const chain: AdmissionChain = {
    async admit(attributes) {
      let current = attributes;
      for (const plugin of mutating) {
        if (!plugin.handles(current.operation)) continue;
        const object = await plugin.admit?.(current);
        if (object !== undefined && object !== current.object) current = { ...current, object };
      }
      return current.object;
    },
    async validate(attributes) {
      for (const plugin of validating) {
        if (plugin.handles(attributes.operation)) await plugin.validate?.(attributes);
      }
    },
  };
  return observer === undefined ? chain : observed(chain, observer);
}

/** Times the steps of a chain (admission/metrics.WithStepMetrics). */
function observed(chain: AdmissionChain, observer: StepObserver): AdmissionChain {
  const timed = <T>(step: "admit" | "validate", attributes: AdmissionAttributes, run: (attributes: AdmissionAttributes) => Promise<T>): Promise<T> => {
    const { operation } = attributes;
    const start = observer.monotonic();
    const result = run(attributes);
    const ended = (rejected: boolean): void => observer.stepped(step, operation, rejected, observer.monotonic() - start);
    result.then(() => ended(false), () => ended(true));
    return result;
  };
  return {
    admit: (attributes) => timed("admit", attributes, chain.admit),
    validate: (attributes) => timed("validate", attributes, chain.validate),
  };
}
