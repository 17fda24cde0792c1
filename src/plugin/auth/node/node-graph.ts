import { groupBy } from "../../../apimachinery/group-by.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import { recordAt, stringAt } from "../../../apis/record.ts";
import type { Listers } from "../../admission/listers.ts";
import { mirrorPodAnnotation } from "../../node-identity.ts";
import { podReferences, type PodReferences } from "./pod-references.ts";

/** The objects that tell what nodes use, and the revision of the last change of a resource. */
export interface NodeObjects extends Listers {
  changedRevision(resource: string): number;
}

interface PodOnNode {
  readonly namespace: string;
  readonly name: string;
  readonly references: PodReferences;
}

const nothing: PodReferences = {
  secrets: new Set(),
  configMaps: new Set(),
  claims: new Set(),
  resourceClaims: new Set(),
  serviceAccount: "",
};

/** Remembers what is made of all objects of a resource until one of them changes. */
function remembered<T>(objects: NodeObjects, resource: string, make: (all: readonly KubeObject[]) => T): () => T {
  let known: { readonly revision: number; readonly value: T } | undefined;
  return () => {
    const revision = objects.changedRevision(resource);
    if (known?.revision !== revision) known = { revision, value: make(objects.list(resource, "")) };
    return known.value;
  };
}

/** Tells which objects the pods of a node use, directly or by a volume (node authorizer Graph). */
export class NodeGraph {
  readonly #objects: NodeObjects;
  readonly #pods: () => ReadonlyMap<string, readonly PodOnNode[]>;
  readonly #volumes: () => ReadonlyMap<string, readonly KubeObject[]>;

  constructor(objects: NodeObjects) {
    this.#objects = objects;
    this.#pods = remembered(objects, "pods", (pods) => groupBy(pods.map(onNode), ({ node }) => node));
    this.#volumes = remembered(objects, "persistentvolumes", (volumes) => groupBy(volumes, claimOf));
  }

  hasPod(node: string, namespace: string, name: string): boolean {
    return this.#some(node, namespace, (pod) => pod.name === name);
  }

  /** Whether a pod of the namespace on the node refers to an object of a name. */
  refersTo(node: string, namespace: string, name: string, kind: keyof PodReferences): boolean {
    return this.#some(node, namespace, ({ references }) =>
      kind === "serviceAccount" ? references.serviceAccount === name : references[kind].has(name),
    );
  }

  /** Whether a pod on the node uses a secret, or has a volume that does. */
  usesSecret(node: string, namespace: string, name: string): boolean {
    if (this.refersTo(node, namespace, name, "secrets")) return true;
    const volumes = this.#volumes();
    const wanted = `${namespace}/${name}`;
    return (this.#pods().get(node) ?? []).some((pod) =>
      [...pod.references.claims].some((claim) =>
        (volumes.get(`${pod.namespace}/${claim}`) ?? []).some((volume) => secretsOf(volume).includes(wanted)),
      ),
    );
  }

  usesVolume(node: string, name: string): boolean {
    const volume = this.#objects.find("persistentvolumes", "", name);
    const [namespace = "", claim = ""] = volume === undefined ? [] : claimOf(volume).split("/");
    return claim !== "" && this.refersTo(node, namespace, claim, "claims");
  }

  /** Whether an object names the node in its spec: a VolumeAttachment or a ResourceSlice. */
  isOf(node: string, resource: string, name: string): boolean {
    const object = this.#objects.find(resource, "", name);
    return object !== undefined && stringAt(recordAt(object, "spec"), "nodeName") === node;
  }

  #some(node: string, namespace: string, test: (pod: PodOnNode) => boolean): boolean {
    return (this.#pods().get(node) ?? []).some((pod) => pod.namespace === namespace && test(pod));
  }
}

/** A mirror pod gives its node nothing to read: the node has made it itself. */
function onNode(pod: KubeObject): PodOnNode & { readonly node: string } {
  const { namespace = "", name = "", annotations = {} } = pod.metadata;
  const isMirror = Object.hasOwn(annotations, mirrorPodAnnotation);
  return {
    node: stringAt(recordAt(pod, "spec"), "nodeName"),
    namespace,
    name,
    references: isMirror ? nothing : podReferences(pod),
  };
}

/** Returns the namespace and name of the claim of a volume; "/" if it has none. */
function claimOf(volume: KubeObject): string {
  const claim = recordAt(recordAt(volume, "spec"), "claimRef");
  return `${stringAt(claim, "namespace")}/${stringAt(claim, "name")}`;
}

/** The members of volume sources by which kubelets, and not only controllers, need a secret. */
const secretMembers = {
  azureFile: [],
  cephfs: ["secretRef"],
  cinder: ["secretRef"],
  flexVolume: ["secretRef"],
  rbd: ["secretRef"],
  scaleIO: ["secretRef"],
  iscsi: ["secretRef"],
  storageos: ["secretRef"],
  csi: ["nodePublishSecretRef", "nodeStageSecretRef", "nodeExpandSecretRef"],
} as const;

/** Returns the secrets that a volume needs on its node, as `NAMESPACE/NAME` (VisitPVSecretNames). */
function secretsOf(volume: KubeObject): readonly string[] {
  const spec = recordAt(volume, "spec");
  const ofClaim = stringAt(recordAt(spec, "claimRef"), "namespace");
  const named = Object.entries(secretMembers).flatMap(([source, members]) =>
    members.map((member) => {
      const reference = recordAt(recordAt(spec, source), member);
      return [stringAt(reference, "namespace"), stringAt(reference, "name")] as const;
    }),
  );
  const azure = recordAt(spec, "azureFile");
  return [...named, [stringAt(azure, "secretNamespace"), stringAt(azure, "secretName")] as const]
    .filter(([, name]) => name !== "")
    .map(([namespace, name]) => `${namespace || ofClaim}/${name}`);
}
