import { isObject, type JsonObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import type { FlagSet } from "../../cli/flag-set.ts";
import { itemsAt, objectAt, textAt, withValueAt } from "../../json-access.ts";
import { KubectlError } from "../../kubectl-error.ts";

/** How a pod is debugged: by a pod on its node, by a copy, or by a container in it. */
export type DebugStyle = "node" | "copy" | "ephemeral";

type Change = (container: JsonObject) => JsonObject;
type Profile = (pod: JsonObject, container: string, style: DebugStyle, flags: FlagSet) => JsonObject;

/** A pod with one of its containers changed, the first of its name. */
function withContainer(pod: JsonObject, name: string, change: Change, lists = allLists): JsonObject {
  const list = lists.find((each) => itemsAt(pod, "spec", each).some((item) => textAt(item, "name") === name));
  if (list === undefined) return pod;
  const items = itemsAt(pod, "spec", list).map((item) =>
    isObject(item) && textAt(item, "name") === name ? change(item) : item,
  );
  return withValueAt(pod, ["spec", list], items);
}

const allLists: readonly string[] = ["initContainers", "containers", "ephemeralContainers"];

const withSecurity =
  (path: readonly string[], value: JsonValue | undefined): Change =>
  (container) =>
    withValueAt(container, ["securityContext", ...path], value);

const withCapability =
  (name: string): Change =>
  (container) => {
    const added = itemsAt(container, "securityContext", "capabilities", "add");
    return withSecurity(["capabilities", "add"], [...added, name])(container);
  };

const withoutSecurity: Change = ({ securityContext: _before, ...rest }) => rest;

function withHostRoot(pod: JsonObject, container: string): JsonObject {
  const volumes = [...itemsAt(pod, "spec", "volumes"), { hostPath: { path: "/" }, name: "host-root" }];
  const mount: Change = (each) => ({
    ...each,
    volumeMounts: [...itemsAt(each, "volumeMounts"), { mountPath: "/host", name: "host-root" }],
  });
  return withContainer(withValueAt(pod, ["spec", "volumes"], volumes), container, mount, ["containers"]);
}

const inHostNamespaces = (pod: JsonObject): JsonObject => ({
  ...pod,
  spec: { ...objectAt(pod, "spec"), hostIPC: true, hostNetwork: true, hostPID: true },
});

/** A copy of a pod without what flags do not keep. */
function trimmed(pod: JsonObject, flags: FlagSet): JsonObject {
  let next = pod;
  if (!flags.bool("keep-labels")) next = withValueAt(next, ["metadata", "labels"], undefined);
  if (!flags.bool("keep-annotations")) next = withValueAt(next, ["metadata", "annotations"], undefined);
  const containers = itemsAt(next, "spec", "containers").map((container) =>
    ["liveness", "readiness", "startup"]
      .filter((probe) => !flags.bool(`keep-${probe}`))
      .reduce<JsonValue>((each, probe) => withValueAt(each, [`${probe}Probe`], undefined), container),
  );
  next = withValueAt(next, ["spec", "containers"], containers);
  if (!flags.bool("keep-init-containers")) next = withValueAt(next, ["spec", "initContainers"], undefined);
  const shares = objectAt(next, "spec")["shareProcessNamespace"] ?? true;
  return withValueAt(next, ["spec", "shareProcessNamespace"], shares);
}

const copyTrimmed = (pod: JsonObject, style: DebugStyle, flags: FlagSet): JsonObject =>
  style === "copy" ? trimmed(pod, flags) : pod;

const restrictions: readonly Change[] = [
  withoutSecurity,
  withSecurity(["runAsNonRoot"], true),
  withSecurity(["capabilities"], { drop: ["ALL"] }),
  withSecurity(["allowPrivilegeEscalation"], false),
  withSecurity(["seccompProfile"], { type: "RuntimeDefault" }),
];

/** The profiles by name (debug.NewProfileApplier). */
const profiles: Readonly<Record<string, Profile>> = {
  legacy(pod, container, style) {
    if (style === "node") return inHostNamespaces(withHostRoot(pod, container));
    return style === "copy" ? withValueAt(pod, ["metadata", "labels"], undefined) : pod;
  },
  general(pod, container, style, flags) {
    if (style === "node")
      return inHostNamespaces(withContainer(withHostRoot(pod, container), container, withoutSecurity));
    return withContainer(copyTrimmed(pod, style, flags), container, withCapability("SYS_PTRACE"));
  },
  baseline: (pod, container, style, flags) => copyTrimmed(withContainer(pod, container, withoutSecurity), style, flags),
  restricted: (pod, container, style, flags) =>
    copyTrimmed(
      restrictions.reduce((next, change) => withContainer(next, container, change), pod),
      style,
      flags,
    ),
  netadmin(pod, container, style, flags) {
    const able = ["NET_ADMIN", "NET_RAW"].reduce(
      (next, each) => withContainer(next, container, withCapability(each)),
      pod,
    );
    return style === "node" ? inHostNamespaces(able) : copyTrimmed(able, style, flags);
  },
  sysadmin(pod, container, style, flags) {
    const able = withContainer(pod, container, withSecurity(["privileged"], true));
    return style === "node" ? withHostRoot(inHostNamespaces(able), container) : copyTrimmed(able, style, flags);
  },
};

/** The profile that `--profile` names. Throws a KubectlError if there is none of that name. */
export function profileOf(flags: FlagSet): Profile {
  const profile = profiles[flags.text("profile")];
  if (profile === undefined) throw new KubectlError(`unknown profile: ${flags.text("profile")}`);
  return profile;
}
