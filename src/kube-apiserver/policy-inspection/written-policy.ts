import { isRecord } from "../../apimachinery/is-record.ts";
import { compareUtf8 } from "../../apimachinery/compare-utf8.ts";
import type { GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { PluginSteps } from "../../apiserver/admission/lazy-plugin.ts";
import type { ObjectLister } from "../../apiserver/admission/policy/hooks.ts";
import type { ParamResource, ParamSource } from "../../apiserver/admission/policy/params.ts";
import type { PolicyObserver } from "../../apiserver/admission/policy/policy-metrics.ts";
import { nameOf } from "../../apiserver/admission/policy/types.ts";
import type { PolicyServices } from "../../apiserver/admission/policy/validating-policy.ts";
import type { WebhookObserver } from "../../apiserver/admission/webhook-observer.ts";
import type { BuiltinResource } from "../../apiserver/registry/resource-definition.ts";
import { gvkOf } from "../../apiserver/registry/resource-definition.ts";
import { storageRoot } from "../../apiserver/registry/keys.ts";
import { loadRegexEngine } from "../../apiserver/schema/cel/load-regex-engine.ts";
import { convert } from "../../apis/conversions.ts";
import type { WrittenPolicy } from "../../client/policies.ts";
import type { PluginServices } from "../plugin-services.ts";
import { createObjectInterfaces } from "../resources/object-interfaces.ts";
import { webhookServices } from "../webhooks.ts";
import { PolicyJudge } from "./policy-judge.ts";
import { kindOf, readObject } from "./hypothetical-request.ts";

/** The dependencies of the evaluation of written policies. */
export interface WrittenPolicyServices {
  readonly plugins: PluginServices;
  /** The built-in resources of the release, those that are not served among them. */
  readonly known: readonly BuiltinResource[];
}

/** Hypothetical requests do not count in the metrics. */
const unobserved: PolicyObserver & WebhookObserver = {
  monotonic: () => 0,
  validated: () => undefined,
  mutated: () => undefined,
  matchConditions: () => undefined,
  called: () => undefined,
  rejected: () => undefined,
  failedOpen: () => undefined,
};

/** Prepares a policy with the code of admission. Throws an error in words if it cannot be decoded. */
export async function judgeOf(written: WrittenPolicy, services: WrittenPolicyServices): Promise<PolicyJudge> {
  const policy = await decodePolicy(written.policy, services);
  await loadRegexEngine();
  return new PolicyJudge(policy, await pluginFor(policy, written, services));
}

/** Decodes a policy or a binding of any known version, with its defaults. */
export async function decodePolicy(value: unknown, { known, plugins }: WrittenPolicyServices): Promise<KubeObject> {
  const object = readObject(value);
  const gvk = kindOf(object);
  const definition = known.find((one) => isSame(gvkOf(one), gvk));
  if (definition === undefined) throw new Error(`${gvk.kind} of ${object.apiVersion ?? ""} is no kind of policy`);
  const interfaces = createObjectInterfaces({
    handled: { ...(definition.storageVersion ?? gvk), kind: gvk.kind },
    served: gvk,
    subresource: "",
    types: plugins.types,
    related: () => known.filter((one) => storageRoot(one) === storageRoot(definition)),
    convert,
  });
  return { ...(await interfaces.fromVersion(object, gvk)), kind: gvk.kind };
}

async function pluginFor(
  policy: KubeObject,
  written: WrittenPolicy,
  services: WrittenPolicyServices,
): Promise<PluginSteps> {
  const { plugins } = services;
  const webhooks = () => ({
    ...webhookServices(plugins, listing([policy])),
    conditions: unobserved,
    observer: unobserved,
  });
  switch (policy.kind) {
    case "ValidatingAdmissionPolicy": {
      const { createValidatingPolicyPlugin } = await import("../../apiserver/admission/policy/validating-policy.ts");
      return createValidatingPolicyPlugin(await policyServices(policy, written, services));
    }
    case "MutatingAdmissionPolicy": {
      const { createMutatingPolicyPlugin } = await import("../../apiserver/admission/policy/mutating-policy.ts");
      return createMutatingPolicyPlugin(await policyServices(policy, written, services));
    }
    case "ValidatingWebhookConfiguration":
      return (await import("../../apiserver/admission/webhook/validating-webhook.ts")).createValidatingWebhooks(
        webhooks(),
      );
    case "MutatingWebhookConfiguration":
      return (await import("../../apiserver/admission/webhook/mutating-webhook.ts")).createMutatingWebhooks(webhooks());
    default:
      throw new Error(`${policy.kind ?? "the object"} is no policy`);
  }
}

async function policyServices(
  policy: KubeObject,
  { bindings, objects }: WrittenPolicy,
  services: WrittenPolicyServices,
): Promise<PolicyServices> {
  const { params, authorizer, objects: stored } = services.plugins;
  const written = objects.map(readObject);
  const bound = await Promise.all(bindings.map((binding) => decodePolicy(binding, services)));
  return {
    policies: listing([policy]),
    bindings: listing(bound.length === 0 ? [impliedBinding(policy)] : bound),
    params: withWritten(params, written),
    authorizer,
    observer: unobserved,
    findNamespace: (name) =>
      written.find((one) => isNamespace(one) && nameOf(one) === name) ??
      stored.find("namespaces", "", name) ??
      impliedNamespace(name),
  };
}

const listing = (objects: readonly KubeObject[]): ObjectLister => ({ changedRevision: 0, list: () => objects });

/** The binding of a policy that has none: it holds everywhere, with all parameters that there are. */
function impliedBinding(policy: KubeObject): KubeObject {
  const spec = isRecord(policy["spec"]) ? policy["spec"] : {};
  return {
    metadata: { name: "no-binding-yet" },
    spec: {
      policyName: nameOf(policy),
      validationActions: ["Deny"],
      ...(spec["paramKind"] !== undefined && { paramRef: { selector: {}, parameterNotFoundAction: "Deny" } }),
    },
  };
}

const isNamespace = ({ apiVersion, kind }: KubeObject): boolean => apiVersion === "v1" && kind === "Namespace";

/** A namespace that is neither written nor stored, as it would be once it is created. */
const impliedNamespace = (name: string): KubeObject => ({
  metadata: { name, labels: { "kubernetes.io/metadata.name": name } },
  spec: { finalizers: ["kubernetes"] },
  status: { phase: "Active" },
});

/** Finds written parameters before stored ones. */
function withWritten(source: ParamSource, written: readonly KubeObject[]): ParamSource {
  return {
    async resolve(paramKind) {
      const { apiVersion, kind } = paramKind;
      const own = written.filter((one) => one.apiVersion === apiVersion && one.kind === kind);
      const stored = await source.resolve(paramKind);
      return own.length === 0 ? stored : overlaid(stored, own);
    },
  };
}

function overlaid(stored: ParamResource, own: readonly KubeObject[]): ParamResource {
  const of = (namespace: string): readonly KubeObject[] =>
    stored.namespaced
      ? own.filter(({ metadata }) => namespace === "" || (metadata.namespace ?? "default") === namespace)
      : own;
  return {
    namespaced: stored.namespaced,
    get: (namespace, name) => of(namespace).find((one) => nameOf(one) === name) ?? stored.get(namespace, name),
    async list(namespace) {
      const first = of(namespace);
      const names = new Set(first.map(nameOf));
      const rest = (await stored.list(namespace)).filter((one) => !names.has(nameOf(one)));
      return [...first, ...rest].toSorted((a, b) => compareUtf8(nameOf(a), nameOf(b)));
    },
  };
}

const isSame = (a: GroupVersionKind, b: GroupVersionKind): boolean =>
  a.group === b.group && a.version === b.version && a.kind === b.kind;
