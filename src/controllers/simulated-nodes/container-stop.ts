import { formatTime } from "../../apimachinery/time.ts";
import type { PodSurroundings, StepNotes } from "./pod-surroundings.ts";
import { isSidecar, type KubeletContainerStatus, type KubeletPod, type TerminatedState } from "./pod-types.ts";

const second = 1000;

/** Returns how a container ended that was asked to stop at its time: one that takes too long is killed. */
export const stoppedState = (
  { containerID = "" }: KubeletContainerStatus,
  { startedAt, at, isKilled }: { readonly startedAt: string; readonly at: number; readonly isKilled: boolean },
): TerminatedState => ({
  ...(isKilled ? { exitCode: 137, reason: "Error" } : { exitCode: 0, reason: "Completed" }),
  startedAt,
  finishedAt: formatTime(at),
  containerID,
});

/** Returns the status of a container that was stopped: not ready, and without `started` for ephemeral ones. */
export function stoppedStatusOf(status: KubeletContainerStatus, at: number, isKilled: boolean): KubeletContainerStatus {
  const { state, started } = status;
  const terminated = state.running && stoppedState(status, { startedAt: state.running.startedAt, at, isKilled });
  return {
    ...status,
    ...(terminated && { state: { terminated } }),
    ready: false,
    ...(started !== undefined && { started: false }),
  };
}

/** The event of a container that a kubelet stops. */
export const stopEvent = ({ name }: KubeletContainerStatus) =>
  ({ type: "Normal", reason: "Killing", message: `Stopping container ${name}`, container: name }) as const;

/**
 * Stops the sidecars of a pod whose other containers have ended for good, the last one first and one after the other
 * (KEP-753). Returns the statuses of the init containers by now.
 */
export function stopSidecars(
  { spec = {} }: KubeletPod,
  inits: readonly KubeletContainerStatus[],
  around: PodSurroundings,
  notes: StepNotes,
): readonly KubeletContainerStatus[] {
  const { stopping } = around.memory;
  const stopped = [...inits];
  for (let i = inits.length - 1; i >= 0; i--) {
    const container = spec.initContainers?.[i];
    const status = inits[i];
    if (container === undefined || status?.state.running === undefined || !isSidecar(container)) continue;
    const { seconds, isKilled } = around.stopOf(container);
    const at = stopping.get(status.name) ?? around.now + seconds * second;
    if (!stopping.has(status.name)) notes.events.push(stopEvent(status));
    stopping.set(status.name, at);
    if (at > around.now) {
      notes.wakeBy(at);
      break;
    }
    stopped[i] = stoppedStatusOf(status, at, isKilled);
  }
  return stopped;
}
