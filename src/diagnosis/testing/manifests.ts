// Manifests for tests of situations, with defaults for what a test does not care about.

/** The labels of the pods of situations. */
export const labels = { app: "w" };
/** Metadata with a name. */
export const meta = (name: string, rest: object = {}) => ({ name, ...rest });
/** An object of a kind, with what it has beside its metadata. */
export const of = (
  apiVersion: string,
  kind: string,
  name: string,
  rest: object = {},
  metadata: object = {},
): object => ({
  apiVersion,
  kind,
  metadata: meta(name, metadata),
  ...rest,
});
/** The only container, `app`. */
export const containers = (container: object = {}): readonly object[] => [
  { name: "app", image: "nginx", ...container },
];
/** The pod `p`, or one of another name. */
export const pod = (spec: object = {}, metadata: object = {}, name = "p"): object =>
  of("v1", "Pod", name, { spec: { containers: containers(), ...spec } }, { labels, ...metadata });
/** Annotations of a simulated pod. */
export const simulated = (found: Readonly<Record<string, string>>) => ({
  annotations: Object.fromEntries(
    Object.entries(found).map(([key, value]) => [`simulation.kubepad.dev/${key}`, value]),
  ),
});
/** A workload `w` of apps/v1. */
export const workload = (kind: string, spec: object = {}, podSpec: object = {}, metadata: object = {}): object =>
  of("apps/v1", kind, "w", {
    spec: {
      ...(kind === "StatefulSet" && { serviceName: "w" }),
      selector: { matchLabels: labels },
      template: { metadata: { labels, ...metadata }, spec: { containers: containers(), ...podSpec } },
      ...spec,
    },
  });
/** The spec of a Job whose pods are not restarted. */
export const job = (spec: object, container: object, podSpec: object = {}): object => ({
  template: { spec: { restartPolicy: "Never", containers: containers(container), ...podSpec } },
  ...spec,
});
/** A container that runs a script. */
export const runs = (script: string) => ({ command: ["sh", "-c", script] });
/** The spec of a pod that requests CPU. */
export const cpu = (amount: string) => ({ containers: containers({ resources: { requests: { cpu: amount } } }) });
/** A Service for the pods of situations, `web` by default. */
export const service = (spec: object = {}, name = "web"): object =>
  of("v1", "Service", name, { spec: { selector: labels, ports: [{ port: 80 }], ...spec } });
/** The governing Service of the StatefulSet `w`. */
export const headless = service({ clusterIP: "None" }, "w");
