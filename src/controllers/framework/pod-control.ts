import { messageOf } from "../../apimachinery/message-of.ts";
import type { Pod, PodSpec } from "../../api/core/v1.ts";
import { findStatusCause, isNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject, ObjectMeta, OwnerReference } from "../../apimachinery/meta.ts";
import type { Client } from "../../client/client.ts";
import type { EventRecorder } from "./event-recorder.ts";
import type { ControllerKind } from "./owners.ts";

/** core/v1 PodTemplateSpec. */
export interface PodTemplate {
  readonly metadata?: ObjectMeta;
  readonly spec?: PodSpec;
}

export const podsResource = { group: "", version: "v1", resource: "pods" };

/** Whether a creation failed because the namespace is being deleted: then nothing is to be told or retried. */
export const isNamespaceTerminating = (error: unknown): boolean =>
  findStatusCause(error, "NamespaceTerminating") !== undefined;

/** Returns the pod of a template, for an owner that is its controller (controller.GetPodFromTemplate). */
export function podFromTemplate(template: PodTemplate, owner: KubeObject, reference: OwnerReference): Pod {
  const { labels = {}, annotations = {}, finalizers } = template.metadata ?? {};
  return {
    metadata: {
      generateName: `${owner.metadata.name ?? ""}-`,
      labels,
      annotations,
      ...(finalizers !== undefined && { finalizers }),
      ownerReferences: [reference],
    },
    ...(template.spec && { spec: template.spec }),
  };
}

/** Creates and deletes the pods of one kind of controller, with its events (controller.RealPodControl). */
export class PodControl {
  readonly #client: Client;
  readonly #recorder: EventRecorder;
  readonly #kind: ControllerKind;

  constructor(options: { readonly client: Client; readonly recorder: EventRecorder; readonly kind: ControllerKind }) {
    this.#client = options.client;
    this.#recorder = options.recorder;
    this.#kind = options.kind;
  }

  /** Creates a pod in the owner's namespace, and records events about the owner. Rejects if it is refused. */
  async create(owner: KubeObject, pod: Pod, signal?: AbortSignal): Promise<Pod> {
    if (Object.keys(pod.metadata.labels ?? {}).length === 0) throw new Error("unable to create pods, no labels");
    try {
      const created = await this.#client.create({ ...podsResource, namespace: namespaceOf(owner) }, pod, signal);
      this.#record(owner, "Normal", "SuccessfulCreate", `Created pod: ${created.metadata.name ?? ""}`);
      return created;
    } catch (error) {
      if (!isNamespaceTerminating(error) && signal?.aborted !== true)
        this.#record(owner, "Warning", "FailedCreate", `Error creating: ${messageOf(error)}`);
      throw error;
    }
  }

  /** Deletes a pod, and records events about the owner. Rejects with NotFound if it is gone already. */
  async delete(owner: KubeObject, pod: KubeObject, signal?: AbortSignal): Promise<void> {
    const name = pod.metadata.name ?? "";
    try {
      await this.#client.delete({ ...podsResource, namespace: namespaceOf(owner) }, name, undefined, signal);
      this.#record(owner, "Normal", "SuccessfulDelete", `Deleted pod: ${name}`);
    } catch (error) {
      if (!isNotFound(error) && signal?.aborted !== true)
        this.#record(owner, "Warning", "FailedDelete", `Error deleting: ${messageOf(error)}`);
      throw error;
    }
  }

  #record(owner: KubeObject, type: "Normal" | "Warning", reason: string, message: string): void {
    this.#recorder.event(this.#kind, owner, type, reason, message);
  }
}

const namespaceOf = ({ metadata }: KubeObject): string => metadata.namespace ?? "";
