import { isAlreadyExists, isForbidden, isNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { type Controller, controllerClient } from "../../client/controller.ts";
import { createClusterCa } from "../framework/cluster-ca.ts";
import type { ControllerContext } from "../framework/controller-context.ts";
import { QueuedController } from "../framework/queued-controller.ts";

interface Namespace extends KubeObject {
  readonly status?: { readonly phase?: string };
}

interface ConfigMap extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
}

const namespaces = { group: "", version: "v1", resource: "namespaces" };
const configMaps = { group: "", version: "v1", resource: "configmaps" };
const mapName = "kube-root-ca.crt";
const description =
  "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.";

/**
 * Keeps the config map `kube-root-ca.crt` in every active namespace (controller/certificates/rootcacertpublisher). It
 * has the CA of the serving certificate where the host knows one, otherwise that of the cluster.
 */
export function createRootCaPublisher(context: ControllerContext): Controller {
  const client = controllerClient("root-ca-cert-publisher", context);
  const clusterCa = createClusterCa(context);
  const active = context.informers.of<Namespace>(namespaces);
  const existing = context.informers.of<ConfigMap>(configMaps);
  const controller = new QueuedController({
    clock: context.clock,
    informers: [active, existing],
    workers: 1,
    async process(namespace, signal) {
      if (active.index.get(namespace)?.status?.phase !== "Active") return;
      const data = { "ca.crt": await clusterCa.rootCa(signal) };
      const target = { ...configMaps, namespace };
      const published = existing.index.get(`${namespace}/${mapName}`);
      const annotations = { "kubernetes.io/description": description };
      try {
        if (published === undefined) {
          const metadata = { name: mapName, annotations };
          await client.create(target, { apiVersion: "v1", kind: "ConfigMap", metadata, data }, signal);
        } else if (!isPublished(published, data)) {
          const merged = { ...published.metadata.annotations, ...annotations };
          const metadata = { ...published.metadata, annotations: merged };
          await client.update(target, { ...published, metadata, data }, undefined, signal);
        }
      } catch (error) {
        // the namespace is gone or ends, or another client was faster
        if (!isAlreadyExists(error) && !isNotFound(error) && !isForbidden(error)) throw error;
      }
    },
  });
  const enqueue = ({ metadata: { name = "" } }: KubeObject): void => controller.add(name);
  active.addHandler({ add: enqueue, update: (_before, after) => enqueue(after) });
  const enqueueOf = ({ metadata: { name, namespace = "" } }: KubeObject): void => {
    if (name === mapName) controller.add(namespace);
  };
  existing.addHandler({ update: (_before, after) => enqueueOf(after), delete: enqueueOf });
  return controller;
}

const isPublished = ({ data = {}, metadata }: ConfigMap, wanted: Readonly<Record<string, string>>): boolean =>
  Object.keys(data).length === 1 &&
  data["ca.crt"] === wanted["ca.crt"] &&
  metadata.annotations?.["kubernetes.io/description"] === description;
