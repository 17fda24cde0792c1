/** The namespace of the objects to list and watch. */
export const listNamespace = "bench-list";
/** The namespace for created objects. */
export const createNamespace = "bench-create";
export const listLength = 1_000;
/** One in this many listed objects has the label `team=red`. */
export const redEvery = 10;

const payload = Array.from({ length: 24 }, (_, i) => [`key-${i}`, `value ${i} `.padEnd(64, "abcdefghij")]);

/** A config map of about 2 KB. */
export function configMap(namespace: string, name: string, labels: Readonly<Record<string, string>> = {}): object {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace, labels: { app: "bench", ...labels } },
    data: Object.fromEntries(payload),
  };
}

/** The i-th object of the list. */
export const listedConfigMap = (i: number): object =>
  configMap(listNamespace, `listed-${i}`, { team: i % redEvery === 0 ? "red" : "blue" });

/** The path of a namespace's config maps. */
export const collectionPath = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;

/** Returns a small merge patch that differs for each `n`. */
export const mergePatch = (n: number): string => JSON.stringify({ data: { "key-0": `changed ${n}` } });
