import type { KubeletContainer, KubeletContainerStatus, VolumeMountStatus } from "./pod-types.ts";

/** Returns the status of a container that has not been made yet. */
export const newStatus = ({ name, image = "" }: KubeletContainer, reason: string): KubeletContainerStatus => ({
  name,
  state: { waiting: { reason } },
  lastState: {},
  ready: false,
  started: false,
  restartCount: 0,
  image,
  imageID: "",
});

/** Returns the status of a container that waits for something; what ran before has become its last state. */
export const waiting = (status: KubeletContainerStatus, reason: string, message?: string): KubeletContainerStatus => ({
  ...status,
  state: { waiting: { reason, ...(message !== undefined && { message }) } },
  lastState: status.state.terminated === undefined ? status.lastState : { terminated: status.state.terminated },
  ready: false,
  started: false,
});

/** Returns how the volumes of a container are mounted, if it has any (kubelet convertToAPIContainerStatuses). */
export function mountStatuses({ volumeMounts = [] }: KubeletContainer): {
  readonly volumeMounts?: readonly VolumeMountStatus[];
} {
  if (volumeMounts.length === 0) return {};
  const statuses = volumeMounts.map(({ name, mountPath, readOnly = false, recursiveReadOnly }) => ({
    name,
    mountPath,
    ...(readOnly && { readOnly, recursiveReadOnly: recursiveReadOnly === "Enabled" ? "Enabled" : "Disabled" }),
  }));
  return { volumeMounts: statuses };
}
