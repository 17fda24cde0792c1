import type { ContainerBehavior } from "./behavior.ts";
import type { PodSurroundings } from "./pod-surroundings.ts";
import type { KubeletContainer } from "./pod-types.ts";

/** kubelet MaxContainerTerminationMessageLength, MaxContainerTerminationMessageLogLength and -Lines. */
const longestMessage = 4096;
const longestLog = 2048;
const mostLogLines = 80;

interface EndedContainer {
  readonly container: KubeletContainer;
  readonly behavior: ContainerBehavior;
}

/**
 * Returns what a container says as it ends: what it has written to its file for that, or with the policy
 * FallbackToLogsOnError the end of its log if it has failed and written nothing (kuberuntime getTerminationMessage).
 */
export function terminationMessage(
  { container, behavior }: EndedContainer,
  exitCode: number,
  around: PodSurroundings,
): string {
  const written = behavior.terminationMessage ?? "";
  if (written !== "") return written.slice(0, longestMessage);
  if (container.terminationMessagePolicy !== "FallbackToLogsOnError" || exitCode === 0) return "";
  const log = around.logs(container);
  const lines = log.split("\n");
  const kept = lines.slice(-(mostLogLines + (log.endsWith("\n") ? 1 : 0))).join("\n");
  return kept.slice(-longestLog);
}
