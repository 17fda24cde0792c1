import { controllerNames } from "../../src/controllers/controller-names.ts";
import type { Expectation } from "./expectation.ts";
import { machinePace, type Pace, pauseWorld } from "./pace.ts";
import type { FetchPath } from "./run-expectation.ts";

/** The suite of expectations about pods on simulated nodes, whose time takes the pace of the expectations. */
const nodesSuite = "behaviours-nodes";

/** The suites of expectations that want all controllers; the others run without those of workloads. */
const controlled = new Set(["conformance-controllers", "behaviours-controllers", nodesSuite]);

const wantsControllers = ({ suite }: Expectation): boolean => controlled.has(suite);

/** Expectations that run on a server of their own. */
export interface ServerShare {
  readonly expectations: readonly Expectation[];
  /** Whether the server has all controllers, or only those of an API server. */
  readonly controlled: boolean;
  /** How far the world goes on between two looks at it, as a duration; absent if its time is the machine's. */
  readonly step?: string;
  /** How many of the expectations run beside each other. */
  readonly lanes: number;
}

/** Suites that wait, for controllers or the end of watches: they are dealt to this many servers, which run together. */
const waiting = new Set([...controlled, "behaviours-api"]);
const waitingServers = 2;

/** Pods take their time: so many expectations about them run beside each other. */
const nodeLanes = 16;
const step = "1s";

const movesTime = ({ steps }: Expectation): boolean => steps.some(({ request }) => request.path === "/kubepad/time");

/** Expectations about simulated nodes share a server, but for those that move its time. */
function nodeShares(expectations: readonly Expectation[]): readonly ServerShare[] {
  const all = expectations.filter(({ suite }) => suite === nodesSuite);
  const share = { controlled: true, step };
  return [
    { ...share, expectations: all.filter((each) => !movesTime(each)), lanes: nodeLanes },
    { ...share, expectations: all.filter(movesTime), lanes: 1 },
  ];
}

/** Shares expectations out among servers that can run at the same time. */
export function serverShares(expectations: readonly Expectation[]): readonly ServerShare[] {
  const quick = expectations.filter(({ suite }) => !waiting.has(suite));
  const api = expectations.filter((each) => waiting.has(each.suite) && !wantsControllers(each));
  const deal = (all: readonly Expectation[], isControlled: boolean): readonly ServerShare[] =>
    Array.from({ length: waitingServers }, (_, lane) => ({
      expectations: all.filter((__, index) => index % waitingServers === lane),
      controlled: isControlled,
      lanes: 1,
    }));
  const workloads = expectations.filter((each) => wantsControllers(each) && each.suite !== nodesSuite);
  const shares = [
    { expectations: quick, controlled: false, lanes: 1 },
    ...deal(api, false),
    ...deal(workloads, true),
    ...nodeShares(expectations),
  ];
  return shares.filter((share) => share.expectations.length > 0);
}

/** Returns how the expectations of a share wait for their server. */
export const paceOf = async (fetchPath: FetchPath, { step: distance, lanes }: ServerShare): Promise<Pace> =>
  distance === undefined ? machinePace : pauseWorld(fetchPath, lanes, distance);

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
    const controller = expectation.suite === "conformance-controllers" ? needed[expectation.name] : undefined;
    return controller === undefined || names.has(controller);
  });
}
