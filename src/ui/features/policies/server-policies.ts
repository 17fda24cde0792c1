import { createStore, type StoreApi } from "zustand/vanilla";
import { isRecord } from "../../../apimachinery/is-record.ts";
import type { KubeObject, Status } from "../../../apimachinery/meta.ts";
import type { WrittenPolicy } from "../../../client/policies.ts";
import { followAll } from "../../data/follow.ts";
import { targetOf, type Resource } from "../../kube/resource.ts";
import { catalog } from "../../state/catalog.ts";
import { defineUserSlice } from "../../state/identity.ts";
import type { Page } from "../../state/page.ts";

/** The policies, bindings and webhook configurations of the server. */
export interface ServerPolicies {
  /** The objects by kind and name. */
  readonly objects: Readonly<Record<string, ReadonlyMap<string, KubeObject>>>;
  /** The errors with which the server rejected to list a kind, by kind. */
  readonly troubles: Readonly<Record<string, Status | undefined>>;
}

const group = "admissionregistration.k8s.io";

/** In the order in which admission asks them. */
const policyKinds = [
  "MutatingAdmissionPolicy",
  "MutatingWebhookConfiguration",
  "ValidatingAdmissionPolicy",
  "ValidatingWebhookConfiguration",
] as const;

/** Follows the policies of the server, from first use on. */
export const serverPolicies = defineUserSlice<ServerPolicies>((page, signal) => {
  const store = createStore<ServerPolicies>(() => ({ objects: {}, troubles: {} }));
  const followed = new Set<string>();
  const begin = ({ resources }: { readonly resources: readonly Resource[] }): void => {
    for (const resource of resources) {
      if (resource.group !== group || followed.has(resource.resource)) continue;
      followed.add(resource.resource);
      void followKind(page, store, resource, signal);
    }
  };
  const resources = catalog.of(page);
  const stop = resources.subscribe(begin);
  signal.addEventListener("abort", stop, { once: true });
  begin(resources.getState());
  void resources.getState().load();
  return store;
});

function followKind(
  page: Page,
  store: StoreApi<ServerPolicies>,
  resource: Resource,
  signal: AbortSignal,
): Promise<void> {
  const { kind } = resource;
  return followAll(
    page,
    targetOf(resource),
    (found) => {
      store.setState(({ objects: known }) => ({ objects: { ...known, [kind]: found } }));
    },
    (status) => store.setState(({ troubles }) => ({ troubles: { ...troubles, [kind]: status } })),
    signal,
  );
}

/** A policy of the server with the bindings that put it into effect. */
export interface ServerPolicy extends WrittenPolicy {
  readonly kind: string;
  readonly name: string;
  readonly policy: KubeObject;
  readonly bindings: readonly KubeObject[];
}

const policyNameOf = ({ spec }: KubeObject): unknown => (isRecord(spec) ? spec["policyName"] : undefined);

/** Returns the policies of the server in the order in which admission asks them. */
export const policiesOf = ({ objects }: Pick<ServerPolicies, "objects">): readonly ServerPolicy[] =>
  policyKinds.flatMap((kind) =>
    [...(objects[kind]?.values() ?? [])].map((policy) => {
      const { name = "" } = policy.metadata;
      const bindings = [...(objects[`${kind}Binding`]?.values() ?? [])].filter((one) => policyNameOf(one) === name);
      return { kind, name, policy, bindings, objects: [] };
    }),
  );

/** Whether a policy is in effect. */
export const isInEffect = ({ kind, bindings }: ServerPolicy): boolean =>
  kind.endsWith("WebhookConfiguration") || bindings.length > 0;
