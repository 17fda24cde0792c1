import type { Container } from "../api/core/v1.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import { parseTime } from "../apimachinery/time.ts";
import type { RunContainer } from "../component-helpers/pod-simulation/command-run.ts";

export type MeteredContainer = Container & RunContainer;

interface MeteredContainerStatus {
  readonly name: string;
  readonly state?: { readonly running?: { readonly startedAt?: string } };
}

/** What is read of a pod. */
export interface MeteredPod extends KubeObject {
  readonly spec?: {
    readonly nodeName?: string;
    readonly containers?: readonly MeteredContainer[];
    readonly initContainers?: readonly MeteredContainer[];
  };
  readonly status?: {
    readonly phase?: string;
    readonly startTime?: string;
    readonly conditions?: readonly { readonly type: string; readonly status?: string }[];
    readonly containerStatuses?: readonly MeteredContainerStatus[];
    readonly initContainerStatuses?: readonly MeteredContainerStatus[];
  };
}

/** What is read of a node. */
export interface MeteredNode extends KubeObject {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status?: string }[] };
}

/** A container that runs, and since when, in milliseconds. */
export interface RunningContainer {
  readonly container: MeteredContainer;
  readonly since: number;
}

const timeOf = (text: string | undefined): number => (text === undefined ? 0 : parseTime(text));

/** Returns the containers of a pod that run. Of a pod whose status has no containers, all run since it started. */
export function runningContainers({ spec, status }: MeteredPod): readonly RunningContainer[] {
  if (status?.phase !== "Running") return [];
  const sidecars = (spec?.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always");
  const known = [...(status.containerStatuses ?? []), ...(status.initContainerStatuses ?? [])];
  return [...(spec?.containers ?? []), ...sidecars].flatMap((container): readonly RunningContainer[] => {
    if (known.length === 0) return [{ container, since: timeOf(status.startTime) }];
    const running = known.find(({ name }) => name === container.name)?.state?.running;
    return running === undefined ? [] : [{ container, since: timeOf(running.startedAt) }];
  });
}

/** Reports whether a pod or a node has the condition Ready. */
export const isReady = ({ status }: MeteredPod | MeteredNode): boolean =>
  status?.conditions?.some((condition) => condition.type === "Ready" && condition.status === "True") === true;
