import type { ContainerBehavior } from "./behavior.ts";
import { waiting } from "./container-status.ts";
import { imageReference } from "./image-names.ts";
import type { PodSurroundings, StepNotes } from "./pod-surroundings.ts";
import type { KubeletContainer, KubeletContainerStatus } from "./pod-types.ts";

const second = 1000;
const firstBackoffSeconds = 10;
const longestBackoffSeconds = 300;
/** How long ErrImagePull is seen before ImagePullBackOff. */
const pullErrorSeconds = 2;

interface PullingContainer {
  readonly container: KubeletContainer;
  readonly behavior: ContainerBehavior;
}

/** Sees to the image; returns "present", or the status in which the container waits for it. */
export function pull(
  { container, behavior }: PullingContainer,
  status: KubeletContainerStatus,
  around: PodSurroundings,
  notes: StepNotes,
): KubeletContainerStatus | "present" {
  const { name, image = "", imagePullPolicy = "IfNotPresent" } = container;
  const fail = (reason: string, message: string, event: string): KubeletContainerStatus => {
    if (status.state.waiting?.reason === reason) return status;
    notes.event("Warning", event, message, name);
    notes.event("Warning", "Failed", `Error: ${reason}`, name);
    return waiting(status, reason, message);
  };
  if (behavior.pullFailure === "InvalidImageName") {
    const problem = `couldn't parse image name "${image}": invalid reference format`;
    return fail("InvalidImageName", `Failed to apply default image tag "${image}": ${problem}`, "InspectFailed");
  }
  const known = around.memory.pulls.get(name);
  if (known?.done === true) return "present";
  if (imagePullPolicy !== "Always" && around.hasImage(image)) {
    notes.event("Normal", "Pulled", `Container image "${image}" already present on machine`, name);
    around.memory.pulls.set(name, { since: around.now, attempts: 0, done: true });
    return "present";
  }
  if (imagePullPolicy === "Never") {
    const message = `Container image "${image}" is not present with pull policy of Never`;
    return fail("ErrImageNeverPull", message, "ErrImageNeverPull");
  }
  return pullFromRegistry(container, behavior, status, around, notes);
}

function pullFromRegistry(
  { name, image = "" }: KubeletContainer,
  { pullSeconds, pullFailure }: ContainerBehavior,
  status: KubeletContainerStatus,
  around: PodSurroundings,
  notes: StepNotes,
): KubeletContainerStatus | "present" {
  const { now, memory } = around;
  const known = memory.pulls.get(name);
  if (known?.failedAt !== undefined) return waitToPull(name, image, status, around, notes);
  const { since, attempts } = known ?? { since: now, attempts: 0 };
  if (known === undefined) {
    notes.event("Normal", "Pulling", `Pulling image "${image}"`, name);
    memory.pulls.set(name, { since, attempts, done: false });
  }
  const at = since + pullSeconds * second;
  if (at > now) return notes.wait(at, status);
  if (pullFailure === undefined) {
    const took = `${pullSeconds}s`;
    const size = 20_000_000 + Number.parseInt(around.digest(image).slice(0, 6), 16);
    const message = `Successfully pulled image "${image}" in ${took} (${took} including waiting). Image size: ${size} bytes.`;
    notes.event("Normal", "Pulled", message, name);
    memory.pulls.set(name, { since, attempts: 0, done: true });
    return "present";
  }
  memory.pulls.set(name, { since, attempts: attempts + 1, failedAt: now, done: false });
  const problem = pullError(image);
  notes.event("Warning", "Failed", `Failed to pull image "${image}": ${problem}`, name);
  notes.event("Warning", "Failed", "Error: ErrImagePull", name);
  notes.wait(now + pullErrorSeconds * second, status);
  return waiting(status, "ErrImagePull", problem);
}

/** What containerd answers for a tag that its registry does not have. */
function pullError(image: string): string {
  const reference = imageReference(image);
  return `rpc error: code = NotFound desc = failed to pull and unpack image "${reference}": failed to resolve reference "${reference}": ${reference}: not found`;
}

/** Waits for the next attempt, and tries it again when it is time. */
function waitToPull(
  name: string,
  image: string,
  status: KubeletContainerStatus,
  around: PodSurroundings,
  notes: StepNotes,
): KubeletContainerStatus {
  const { now, memory } = around;
  const { since = now, attempts = 1, failedAt = now } = memory.pulls.get(name) ?? {};
  const seconds = Math.min(firstBackoffSeconds * 2 ** (attempts - 1), longestBackoffSeconds);
  const again = failedAt + seconds * second;
  if (now >= again) {
    notes.event("Normal", "Pulling", `Pulling image "${image}"`, name);
    memory.pulls.set(name, { since: now, attempts, done: false });
    return notes.wait(now + second, status);
  }
  const backoffAt = failedAt + pullErrorSeconds * second;
  if (now < backoffAt) return notes.wait(backoffAt, status);
  notes.wait(again, status);
  if (status.state.waiting?.reason === "ImagePullBackOff") return status;
  memory.pulls.set(name, { since, attempts, failedAt, done: false });
  notes.event("Normal", "BackOff", `Back-off pulling image "${image}"`, name);
  notes.event("Warning", "Failed", "Error: ImagePullBackOff", name);
  const message = `Back-off pulling image "${image}": ErrImagePull: ${pullError(image)}`;
  return waiting(status, "ImagePullBackOff", message);
}
