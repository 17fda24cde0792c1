import type { KubeObject } from "../../apimachinery/meta.ts";

const unhealthy = (name: string, port: number): KubeObject => ({
  metadata: { name },
  conditions: [
    {
      type: "Healthy",
      status: "False",
      message: `Get "https://127.0.0.1:${port}/healthz": dial tcp 127.0.0.1:${port}: connect: connection refused`,
    },
  ],
});

/**
 * The control plane's parts as upstream reports those that are not there, and the store, which is this server's own.
 */
export async function listComponentStatuses(): Promise<readonly KubeObject[]> {
  return [
    unhealthy("controller-manager", 10257),
    unhealthy("scheduler", 10259),
    { metadata: { name: "etcd-0" }, conditions: [{ type: "Healthy", status: "True", message: "ok" }] },
  ];
}
