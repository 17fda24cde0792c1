import {
  errorMessage,
  notSupportedString,
  required,
  fieldPath,
  type FieldError,
  addError,
} from "../../../apimachinery/field-error.ts";
import { newBadRequest, newConflict, newUnknownError } from "../../../apimachinery/errors.ts";
import type { KubeObject } from "../../../apimachinery/meta.ts";
import type { RegistryAccess, UnstoredRequest } from "../../../apiserver/registry/resource-definition.ts";
import type { StrategyContext } from "../../../apiserver/registry/strategy.ts";
import { mergedMaps } from "../../../component-base/long-map-keys.ts";
import { phase } from "../../../component-base/work.ts";
import { recordAt, recordsAt, stringAt } from "../../record.ts";
import { successStatus } from "../success-status.ts";

const target = fieldPath("target");

/** Validates a Binding (core/validation ValidatePodBinding). */
function validateBinding(binding: KubeObject): readonly FieldError[] {
  const { kind = "", name = "" } = recordAt(binding, "target");
  const errors: FieldError[] = [];
  if (kind !== "" && kind !== "Node")
    addError(errors, notSupportedString(target.child("kind"), String(kind), ["Node", "<empty>"]));
  if (name === "") addError(errors, required(target.child("name")));
  return errors;
}

function refusal(pod: KubeObject, name: string): string | undefined {
  const spec = recordAt(pod, "spec");
  const node = stringAt(spec, "nodeName");
  if (pod.metadata.deletionTimestamp !== undefined) return `pod ${name} is being deleted, cannot be assigned to a host`;
  if (node !== "") return `pod ${name} is already assigned to node "${node}"`;
  if (recordsAt(spec, "schedulingGates").length > 0) return `pod ${name} has non-empty .spec.schedulingGates`;
  return undefined;
}

function bound(
  pod: KubeObject,
  node: string,
  annotations: Readonly<Record<string, string>> | undefined,
  now: string,
): KubeObject {
  const status = recordAt(pod, "status");
  const others = recordsAt(status, "conditions").filter((c) => c["type"] !== "PodScheduled");
  const scheduled = { type: "PodScheduled", status: "True", lastProbeTime: null, lastTransitionTime: now };
  return {
    ...pod,
    metadata:
      annotations === undefined
        ? pod.metadata
        : { ...pod.metadata, annotations: phase(() => mergedMaps(pod.metadata.annotations ?? {}, annotations)) },
    spec: { ...recordAt(pod, "spec"), nodeName: node },
    status: { ...status, conditions: [...others, scheduled] },
  };
}

/** Assigns a pod to a node; fails if it is assigned already (registry/core/pod BindingREST). */
export async function bindPod(
  name: string,
  binding: KubeObject,
  access: RegistryAccess,
  ctx: StrategyContext,
  { validate }: UnstoredRequest,
): Promise<KubeObject> {
  const { uid = "", resourceVersion = "", annotations, name: named = "" } = binding.metadata;
  if (named !== name) throw newBadRequest("name in URL does not match name in Binding object");
  const messages = validateBinding(binding).map(errorMessage);
  // Upstream answers these errors as they are, without a reason.
  if (messages.length > 0) throw newUnknownError(messages.length === 1 ? messages.join() : `[${messages.join(", ")}]`);
  await validate(binding);
  if (name === "") throw newBadRequest("Name parameter required."); // as of any object that is looked up
  const change = (pod: KubeObject): KubeObject => {
    const reason = refusal(pod, name);
    if (reason !== undefined) throw newConflict({ group: "", resource: "pods/binding" }, name, reason);
    return bound(pod, stringAt(recordAt(binding, "target"), "name"), annotations, ctx.now);
  };
  const preconditions = { ...(uid !== "" && { uid }), ...(resourceVersion !== "" && { resourceVersion }) };
  await access.update("pods", ctx.namespace, name, change, { dryRun: ctx.dryRun, preconditions, isLarge: ctx.isLarge });
  return successStatus();
}

/** Creates a Binding in its collection, which is for the pod of its name (core/rest LegacyBindingREST). */
export const createBinding = (
  binding: KubeObject,
  access: RegistryAccess,
  ctx: StrategyContext,
  request: UnstoredRequest,
): Promise<KubeObject> => bindPod(binding.metadata.name ?? "", binding, access, ctx, request);
