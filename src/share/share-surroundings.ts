import type { KubeObject } from "../apimachinery/meta.ts";
import type { ObjectId } from "../diagnosis/diagnosis.ts";
import { labelsAt, textAt } from "../diagnosis/fields.ts";
import { idOf } from "../diagnosis/object-id.ts";
import { podLabelsOf, refersTo, selectsPods } from "../diagnosis/references.ts";
import { definedGroupKind, groupKindOf } from "./server-fields.ts";

/** Reading them takes a few milliseconds. */
const mostAtOnce = 500;

type Labels = Readonly<Record<string, string>>;
type Objects = readonly KubeObject[];

const keyOf = ({ group, kind, namespace, name }: ObjectId): string => `${group}|${kind}|${namespace}|${name}`;

const hasController = ({ metadata }: KubeObject): boolean =>
  metadata.ownerReferences?.some(({ controller }) => controller === true) === true;

/** Objects by their namespace and one of their labels, for each label. */
class LabelIndex {
  readonly #found = new Map<string, KubeObject[]>();

  add(object: KubeObject, labels: Labels): void {
    for (const [key, value] of Object.entries(labels)) {
      const at = placeOf(object, key, value);
      const found = this.#found.get(at);
      if (found === undefined) this.#found.set(at, [object]);
      else found.push(object);
    }
  }

  /** Returns the objects beside another one that have a label. */
  with(beside: KubeObject, key: string, value: string): Objects {
    return this.#found.get(placeOf(beside, key, value)) ?? [];
  }

  /** Returns the objects beside another one that have all labels; none if there are no labels. */
  withAll(beside: KubeObject, labels: Labels): Objects {
    const sets = Object.entries(labels).map(([key, value]) => this.with(beside, key, value));
    const [fewest, ...others] = sets.toSorted((a, b) => a.length - b.length);
    if (fewest === undefined) return [];
    const rest = others.map((set) => new Set(set));
    return fewest.filter((object) => rest.every((set) => set.has(object)));
  }
}

const placeOf = ({ metadata: { namespace = "" } }: KubeObject, key: string, value: string): string =>
  `${namespace}|${key}=${value}`;

/** All objects of a server, by what leads from one to another. */
export class ShareSurroundings {
  readonly #bindings: KubeObject[] = [];
  readonly #byId = new Map<string, KubeObject>();
  readonly #byUid = new Map<string, KubeObject>();
  readonly #byOwner = new Map<string, KubeObject[]>();
  readonly #byDefined = new Map<string, KubeObject>();
  readonly #behaviours: KubeObject[] = [];
  readonly #nodes: KubeObject[] = [];
  readonly #pods = new LabelIndex();
  readonly #workloads = new LabelIndex();
  readonly #services = new LabelIndex();

  private constructor() {}

  /** Reads all objects of a server. `pause` is awaited now and then, so that other work runs. */
  static async of(all: Objects, pause: () => Promise<void>): Promise<ShareSurroundings> {
    const surroundings = new ShareSurroundings();
    for (const [i, object] of all.entries()) {
      if (i > 0 && i % mostAtOnce === 0) await pause();
      surroundings.#add(object);
    }
    return surroundings;
  }

  #add(object: KubeObject): void {
    this.#byId.set(keyOf(idOf(object)), object);
    this.#byUid.set(object.metadata.uid ?? "", object);
    for (const { uid } of object.metadata.ownerReferences ?? []) {
      const owned = this.#byOwner.get(uid);
      if (owned === undefined) this.#byOwner.set(uid, [object]);
      else owned.push(object);
    }
    const labels = hasController(object) ? undefined : podLabelsOf(object);
    if (labels !== undefined) this.#workloads.add(object, labels);
    this.#addByKind(object);
  }

  #addByKind(object: KubeObject): void {
    switch (groupKindOf(object)) {
      case "CustomResourceDefinition.apiextensions.k8s.io":
        return void this.#byDefined.set(definedGroupKind(object) ?? "", object);
      case "RoleBinding.rbac.authorization.k8s.io":
      case "ClusterRoleBinding.rbac.authorization.k8s.io":
      case "ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io":
      case "MutatingAdmissionPolicyBinding.admissionregistration.k8s.io":
        return void this.#bindings.push(object);
      case "Pod.":
        return this.#pods.add(object, object.metadata.labels ?? {});
      case "Service.":
        return this.#services.add(object, labelsAt(object, "spec.selector"));
      case "Node.":
        return void this.#nodes.push(object);
      case "PodBehavior.simulation.kubepad.dev":
        return void this.#behaviours.push(object);
      default:
    }
  }

  named(id: ObjectId): KubeObject | undefined {
    return this.#byId.get(keyOf(id));
  }

  withUid(uid: string): KubeObject | undefined {
    return this.#byUid.get(uid);
  }

  ownedBy(uid: string): Objects {
    return this.#byOwner.get(uid) ?? [];
  }

  /** Returns the bindings of roles to an account, or of a policy to what it is about. */
  bindingsOf(object: KubeObject): Objects {
    const id = idOf(object);
    return this.#bindings.filter((binding) => refersTo(binding, id) !== undefined);
  }

  /** Returns the definition of a kind, as `groupKindOf` names it. */
  definitionOf(groupKind: string): KubeObject | undefined {
    return this.#byDefined.get(groupKind);
  }

  /** Returns what makes pods with these labels beside an object, or is one, and is owned by no controller. */
  workloadsWith(beside: KubeObject, labels: Labels): Objects {
    return this.#workloads.withAll(beside, labels);
  }

  podsWith(beside: KubeObject, labels: Labels): Objects {
    return this.#pods.withAll(beside, labels);
  }

  /** Returns the Services beside an object that select pods with these labels. */
  servicesOf(beside: KubeObject, labels: Labels): Objects {
    const some = Object.entries(labels).flatMap(([key, value]) => this.#services.with(beside, key, value));
    return [...new Set(some)].filter((service) => selectsPods(service, labels));
  }

  behavioursBeside({ metadata: { namespace } }: KubeObject): Objects {
    return this.#behaviours.filter(({ metadata }) => metadata.namespace === namespace);
  }

  /** Returns the nodes that pods are on; all nodes where not every pod has one. */
  nodesOf(pods: Objects): Objects {
    const names = new Set(pods.map((pod) => textAt(pod, "spec.nodeName")));
    return names.size === 0 || names.has("") ? this.#nodes : [...names].flatMap((name) => this.#nodeNamed(name) ?? []);
  }

  #nodeNamed(name: string): KubeObject | undefined {
    return this.#byId.get(keyOf({ group: "", kind: "Node", namespace: "", name }));
  }
}
