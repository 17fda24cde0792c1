import { seccompProfile } from "./baseline-checks.ts";
import {
  allContainers,
  containersWith,
  exceptWindows,
  isRelaxed,
  joinQuote,
  namedContainers,
  pluralize,
  setters,
  sorted,
  type Check,
  type CheckPod,
} from "./check.ts";

const allowPrivilegeEscalation: CheckPod = (_, spec) => {
  const names = containersWith(spec, (context) => context?.allowPrivilegeEscalation !== false);
  if (names.length === 0) return undefined;
  return {
    reason: "allowPrivilegeEscalation != false",
    detail: `${namedContainers(names)} must set securityContext.allowPrivilegeEscalation=false`,
  };
};

const capabilities: CheckPod = (_, spec) => {
  const keeping = containersWith(spec, (context) => context?.capabilities?.drop?.includes("ALL") !== true);
  const added = allContainers(spec).map(({ name, securityContext }) => ({
    name,
    bad: (securityContext?.capabilities?.add ?? []).filter((one) => one !== "NET_BIND_SERVICE"),
  }));
  const adding = added.filter(({ bad }) => bad.length > 0).map(({ name }) => name);
  const values = joinQuote(sorted(added.flatMap(({ bad }) => bad)));
  const details = [
    ...(keeping.length > 0 ? [`${namedContainers(keeping)} must set securityContext.capabilities.drop=["ALL"]`] : []),
    ...(adding.length > 0
      ? [`${namedContainers(adding)} must not include ${values} in securityContext.capabilities.add`]
      : []),
  ];
  return details.length === 0 ? undefined : { reason: "unrestricted capabilities", detail: details.join("; ") };
};

// oxfmt-ignore
const allowedVolumes = [
  "configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "image", "persistentVolumeClaim", "projected", "secret",
];
// oxfmt-ignore
const restrictedVolumeTypes = [
  "hostPath", "gcePersistentDisk", "awsElasticBlockStore", "gitRepo", "nfs", "iscsi", "glusterfs", "rbd", "flexVolume",
  "cinder", "cephfs", "flocker", "fc", "azureFile", "vsphereVolume", "quobyte", "azureDisk", "photonPersistentDisk",
  "portworxVolume", "scaleIO", "storageos",
];

const restrictedVolumes: CheckPod = (_, { volumes = [] }) => {
  const bad = volumes.filter((volume) => allowedVolumes.every((type) => volume[type] === undefined));
  if (bad.length === 0) return undefined;
  const names = bad.map(({ name }) => name);
  const types = sorted(
    bad.map((volume) => restrictedVolumeTypes.find((type) => volume[type] !== undefined) ?? "unknown"),
  );
  const uses = pluralize("uses", "use", names.length);
  const what = pluralize("restricted volume type", "restricted volume types", types.length);
  return {
    reason: "restricted volume types",
    detail: `${pluralize("volume", "volumes", names.length)} ${joinQuote(names)} ${uses} ${what} ${joinQuote(types)}`,
  };
};

const runAsNonRoot: CheckPod = (_, spec, features) => {
  if (isRelaxed(spec, features)) return undefined;
  const ofPod = spec.securityContext?.runAsNonRoot;
  const reason = "runAsNonRoot != true";
  const to = setters(
    ofPod === false,
    containersWith(spec, (context) => context?.runAsNonRoot === false),
  );
  if (to.length > 0) return { reason, detail: `${to.join(" and ")} must not set securityContext.runAsNonRoot=false` };
  const unset = ofPod === true ? [] : containersWith(spec, (context) => context?.runAsNonRoot === undefined);
  if (unset.length === 0) return undefined;
  return { reason, detail: `pod or ${namedContainers(unset)} must set securityContext.runAsNonRoot=true` };
};

const runAsUser: CheckPod = (_, spec, features) => {
  if (isRelaxed(spec, features)) return undefined;
  const to = setters(
    spec.securityContext?.runAsUser === 0,
    containersWith(spec, (context) => context?.runAsUser === 0),
  );
  return to.length === 0
    ? undefined
    : { reason: "runAsUser=0", detail: `${to.join(" and ")} must not set runAsUser=0` };
};

/** A profile must be set, by the pod or by each container. */
const seccompProfileRestricted: CheckPod = (metadata, spec, features) => {
  const forbidden = seccompProfile(metadata, spec, features);
  if (forbidden !== undefined) return forbidden;
  if (spec.securityContext?.seccompProfile !== undefined) return undefined;
  const unset = containersWith(spec, (context) => context?.seccompProfile === undefined);
  if (unset.length === 0) return undefined;
  const must = 'must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
  return { reason: "seccompProfile", detail: `pod or ${namedContainers(unset)} ${must}` };
};

/** A check that pods for Windows pass from 1.25 on. */
const sinceAndForWindows = (since: number, check: CheckPod, overrides?: string): Check["versions"] => {
  const more = overrides === undefined ? {} : { overrides };
  return [
    { since, check, ...more },
    { since: 25, check: exceptWindows(check), ...more },
  ];
};

/** The checks of the restricted level besides those of baseline, in the order in which messages tell them. */
export const restrictedChecks: readonly Check[] = [
  {
    id: "allowPrivilegeEscalation",
    level: "restricted",
    versions: sinceAndForWindows(8, allowPrivilegeEscalation),
  },
  {
    id: "capabilities_restricted",
    level: "restricted",
    versions: sinceAndForWindows(22, capabilities, "capabilities_baseline"),
  },
  {
    id: "restrictedVolumes",
    level: "restricted",
    versions: [{ since: 0, check: restrictedVolumes, overrides: "hostPathVolumes" }],
  },
  { id: "runAsNonRoot", level: "restricted", versions: [{ since: 0, check: runAsNonRoot }] },
  { id: "runAsUser", level: "restricted", versions: [{ since: 23, check: runAsUser }] },
  {
    id: "seccompProfile_restricted",
    level: "restricted",
    versions: sinceAndForWindows(19, seccompProfileRestricted, "seccompProfile_baseline"),
  },
];
