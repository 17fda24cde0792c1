import { controllerNames } from "../../src/controllers/controller-names.ts";
import type { Expectation } from "./expectation.ts";

/** The suites of expectations that want all controllers; the others run without those of workloads. */
const controlled = new Set(["conformance-controllers", "behaviours-controllers"]);

const wantsControllers = ({ suite }: Expectation): boolean => controlled.has(suite);

/** Expectations that run one after the other on a server of their own. */
export interface ServerShare {
  readonly expectations: readonly Expectation[];
  /** Whether the server has all controllers, or only those of an API server. */
  readonly controlled: boolean;
}

/** Suites that wait, for controllers or the end of watches: they are dealt to this many servers, which run together. */
const waiting = new Set([...controlled, "behaviours-api"]);
const waitingServers = 4;

/** Shares expectations out among servers that can run at the same time. */
export function serverShares(expectations: readonly Expectation[]): readonly ServerShare[] {
  const quick = expectations.filter(({ suite }) => !waiting.has(suite));
  const api = expectations.filter((each) => waiting.has(each.suite) && !wantsControllers(each));
  const deal = (all: readonly Expectation[], isControlled: boolean): readonly ServerShare[] =>
    Array.from({ length: waitingServers }, (_, lane) => ({
      expectations: all.filter((__, index) => index % waitingServers === lane),
      controlled: isControlled,
    }));
  const shares = [
    { expectations: quick, controlled: false },
    ...deal(api, false),
    ...deal(expectations.filter(wantsControllers), true),
  ];
  return shares.filter((share) => share.expectations.length > 0);
}

/** The controllers without which expectations cannot hold, by the name of the expectation. */
const needed: Readonly<Record<string, string>> = {
  "ResourceQuota should create a ResourceQuota and capture the life of a configMap. [Conformance]":
    "root-ca-certificate-publisher-controller",
  "DisruptionController should observe PodDisruptionBudget status updated [Conformance]": "disruption-controller",
  "DisruptionController should block an eviction until the PDB is updated to allow it [Conformance]":
    "disruption-controller",
  "Services should serve a basic endpoint from pods [Conformance]": "endpointslice-controller",
  "EndpointSliceMirroring should mirror a custom Endpoints resource through create update and delete [Conformance]":
    "endpointslice-mirroring-controller",
  "ServiceAccounts should guarantee kube-root-ca.crt exist in any namespace [Conformance]":
    "root-ca-certificate-publisher-controller",
  "a service account called default is in any namespace": "serviceaccount-controller",
  "PersistentVolumes CSI Conformance should run through the lifecycle of a PV and a PVC [Conformance]":
    "persistentvolumeclaim-protection-controller",
  "a volume and a claim that fit are bound": "persistentvolume-binder-controller",
  "a claim in use by a pod stays until the pod is gone": "persistentvolumeclaim-protection-controller",
};

/** Returns the expectations but those whose controller there is not; they would only be waited for. */
export function withController(expectations: readonly Expectation[]): readonly Expectation[] {
  const names = new Set(controllerNames());
  return expectations.filter((expectation) => {
    const controller = wantsControllers(expectation) ? needed[expectation.name] : undefined;
    return controller === undefined || names.has(controller);
  });
}
