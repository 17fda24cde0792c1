import type { HostHandler, SeLinuxOptions } from "../../api/core/v1.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import {
  allContainers,
  containersWith,
  isRelaxed,
  joinQuote,
  namedContainers,
  pluralize,
  setters,
  sorted,
  type Check,
  type CheckPod,
} from "./check.ts";

const appArmorAnnotation = "container.apparmor.security.beta.kubernetes.io/";
const allowedAppArmor: readonly (string | undefined)[] = ["RuntimeDefault", "Localhost"];
const isAllowedAppArmorAnnotation = (profile: string): boolean =>
  profile === "" || profile === "runtime/default" || profile.startsWith("localhost/");

const appArmorProfile: CheckPod = (metadata, spec) => {
  const isBad = (profile: { readonly type: string } | undefined): boolean =>
    profile !== undefined && !allowedAppArmor.includes(profile.type);
  const podIsBad = isBad(spec.securityContext?.appArmorProfile);
  const containers = containersWith(spec, (context) => isBad(context?.appArmorProfile));
  const contexts = [spec.securityContext, ...allContainers(spec).map(({ securityContext }) => securityContext)];
  const types = contexts.flatMap((context) =>
    isBad(context?.appArmorProfile) ? [context?.appArmorProfile?.type ?? ""] : [],
  );
  const annotations = Object.entries(metadata.annotations ?? {})
    .filter(([key, value]) => key.startsWith(appArmorAnnotation) && !isAllowedAppArmorAnnotation(value))
    .map(([key, value]) => `${key}=${quoteGo(value)}`);
  const values = [...sorted(types), ...sorted(annotations)];
  const to = [
    ...setters(podIsBad, containers),
    ...(annotations.length > 0 ? [pluralize("annotation", "annotations", annotations.length)] : []),
  ];
  if (to.length === 0) return undefined;
  return {
    reason: pluralize("forbidden AppArmor profile", "forbidden AppArmor profiles", values.length),
    detail: `${to.join(" and ")} must not set AppArmor profile type to ${joinQuote(values)}`,
  };
};

// oxfmt-ignore
const defaultCapabilities: ReadonlySet<string> = new Set([
  "AUDIT_WRITE", "CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "MKNOD", "NET_BIND_SERVICE", "SETFCAP", "SETGID",
  "SETPCAP", "SETUID", "SYS_CHROOT",
]);

const capabilities: CheckPod = (_, spec) => {
  const added = allContainers(spec).map(({ name, securityContext }) => ({
    name,
    bad: (securityContext?.capabilities?.add ?? []).filter((one) => !defaultCapabilities.has(one)),
  }));
  const names = added.filter(({ bad }) => bad.length > 0).map(({ name }) => name);
  if (names.length === 0) return undefined;
  const values = sorted(added.flatMap(({ bad }) => bad));
  return {
    reason: "non-default capabilities",
    detail: `${namedContainers(names)} must not include ${joinQuote(values)} in securityContext.capabilities.add`,
  };
};

const hostNamespaces: CheckPod = (_, { hostNetwork, hostPID, hostIPC }) => {
  const shared = [
    ...(hostNetwork === true ? ["hostNetwork=true"] : []),
    ...(hostPID === true ? ["hostPID=true"] : []),
    ...(hostIPC === true ? ["hostIPC=true"] : []),
  ];
  return shared.length === 0 ? undefined : { reason: "host namespaces", detail: shared.join(", ") };
};

const hostPathVolumes: CheckPod = (_, { volumes = [] }) => {
  const names = volumes.filter(({ hostPath }) => hostPath !== undefined).map(({ name }) => name);
  if (names.length === 0) return undefined;
  return { reason: "hostPath volumes", detail: `${pluralize("volume", "volumes", names.length)} ${joinQuote(names)}` };
};

const hostPorts: CheckPod = (_, spec) => {
  const used = allContainers(spec).map(({ name, ports = [] }) => ({
    name,
    bad: ports.map(({ hostPort = 0 }) => hostPort).filter((port) => port !== 0),
  }));
  const names = used.filter(({ bad }) => bad.length > 0).map(({ name }) => name);
  if (names.length === 0) return undefined;
  const ports = sorted(used.flatMap(({ bad }) => bad.map(String)));
  const uses = `${pluralize("uses", "use", names.length)} ${pluralize("hostPort", "hostPorts", ports.length)}`;
  return { reason: "hostPort", detail: `${namedContainers(names)} ${uses} ${ports.join(", ")}` };
};

const hostsOf = (handler: HostHandler | undefined): readonly string[] =>
  [handler?.httpGet?.host ?? "", handler?.tcpSocket?.host ?? ""].filter((host) => host !== "");

const hostProbesAndHostLifecycle: CheckPod = (_, spec, { probeHosts }) => {
  if (!probeHosts) return undefined;
  const used = allContainers(spec).map(({ name, livenessProbe, readinessProbe, startupProbe, lifecycle }) => ({
    name,
    bad: [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop].flatMap(hostsOf),
  }));
  const names = sorted(used.filter(({ bad }) => bad.length > 0).map(({ name }) => name));
  if (names.length === 0) return undefined;
  const hosts = sorted(used.flatMap(({ bad }) => bad));
  const what = pluralize("probe or lifecycle host", "probe or lifecycle hosts", hosts.length);
  return {
    reason: "probe or lifecycle host",
    detail: `${namedContainers(names)} ${pluralize("uses", "use", names.length)} ${what} ${joinQuote(hosts)}`,
  };
};

const privileged: CheckPod = (_, spec) => {
  const names = containersWith(spec, (context) => context?.privileged === true);
  if (names.length === 0) return undefined;
  return { reason: "privileged", detail: `${namedContainers(names)} must not set securityContext.privileged=true` };
};

const procMount: CheckPod = (_, spec, features) => {
  if (isRelaxed(spec, features)) return undefined;
  const isBad = (mount: string | undefined): mount is string => mount !== undefined && mount !== "Default";
  const names = containersWith(spec, (context) => isBad(context?.procMount));
  if (names.length === 0) return undefined;
  const types = sorted(allContainers(spec).map(({ securityContext }) => securityContext?.procMount ?? "Default"));
  return {
    reason: "procMount",
    detail: `${namedContainers(names)} must not set securityContext.procMount to ${joinQuote(types.filter(isBad))}`,
  };
};

/** The SELinux types that pods may ask for. */
const seLinuxOptions =
  (allowed: readonly string[]): CheckPod =>
  (_, spec) => {
    const isBadType = ({ type = "" }: SeLinuxOptions): boolean => !allowed.includes(type);
    const isBad = (options: SeLinuxOptions | undefined): options is SeLinuxOptions =>
      options !== undefined && (isBadType(options) || (options.user ?? "") !== "" || (options.role ?? "") !== "");
    const contexts = [spec.securityContext, ...allContainers(spec).map(({ securityContext }) => securityContext)];
    const bad = contexts.map((context) => context?.seLinuxOptions).filter(isBad);
    if (bad.length === 0) return undefined;
    const types = sorted(bad.filter(isBadType).map(({ type = "" }) => type));
    const data = [
      ...(types.length > 0 ? [`${pluralize("type", "types", types.length)} ${joinQuote(types)}`] : []),
      ...(bad.some(({ user = "" }) => user !== "") ? ["user may not be set"] : []),
      ...(bad.some(({ role = "" }) => role !== "") ? ["role may not be set"] : []),
    ];
    const to = setters(
      isBad(spec.securityContext?.seLinuxOptions),
      containersWith(spec, (context) => isBad(context?.seLinuxOptions)),
    );
    return {
      reason: "seLinuxOptions",
      detail: `${to.join(" and ")} set forbidden securityContext.seLinuxOptions: ${data.join("; ")}`,
    };
  };

const seLinuxTypes: readonly string[] = ["", "container_t", "container_init_t", "container_kvm_t"];

const podSeccompAnnotation = "seccomp.security.alpha.kubernetes.io/pod";
const containerSeccompAnnotation = "container.seccomp.security.alpha.kubernetes.io/";
const isAllowedSeccompAnnotation = (value: string): boolean =>
  value === "runtime/default" || value === "docker/default" || value.startsWith("localhost/");

/** Checks the annotations that were used before there were fields. */
const seccompAnnotations: CheckPod = ({ annotations = {} }, spec) => {
  const keys = [podSeccompAnnotation, ...allContainers(spec).map(({ name }) => containerSeccompAnnotation + name)];
  const bad = keys.flatMap((key) => {
    const value = annotations[key];
    return value === undefined || isAllowedSeccompAnnotation(value) ? [] : [`${key}=${quoteGo(value)}`];
  });
  if (bad.length === 0) return undefined;
  const values = sorted(bad);
  const what = pluralize("annotation", "annotations", values.length);
  return { reason: "seccompProfile", detail: `forbidden ${what} ${values.join(", ")}` };
};

const isBadSeccomp = (profile: { readonly type: string } | undefined): boolean =>
  profile !== undefined && profile.type !== "Localhost" && profile.type !== "RuntimeDefault";

/** Forbids profiles other than that of the runtime and those of the node; shared with the restricted level. */
export const seccompProfile: CheckPod = (_, spec) => {
  const to = setters(
    isBadSeccomp(spec.securityContext?.seccompProfile),
    containersWith(spec, (context) => isBadSeccomp(context?.seccompProfile)),
  );
  if (to.length === 0) return undefined;
  const contexts = [spec.securityContext, ...allContainers(spec).map(({ securityContext }) => securityContext)];
  const types = contexts.flatMap((context) =>
    isBadSeccomp(context?.seccompProfile) ? [context?.seccompProfile?.type ?? ""] : [],
  );
  return {
    reason: "seccompProfile",
    detail: `${to.join(" and ")} must not set securityContext.seccompProfile.type to ${joinQuote(sorted(types))}`,
  };
};

const sysctls =
  (allowed: readonly string[]): CheckPod =>
  (_, { securityContext }) => {
    const names = (securityContext?.sysctls ?? []).map(({ name }) => name).filter((name) => !allowed.includes(name));
    return names.length === 0 ? undefined : { reason: "forbidden sysctls", detail: names.join(", ") };
  };

// oxfmt-ignore
const sysctls0 = [
  "kernel.shm_rmid_forced", "net.ipv4.ip_local_port_range", "net.ipv4.tcp_syncookies", "net.ipv4.ping_group_range",
  "net.ipv4.ip_unprivileged_port_start",
];
const sysctls27 = [...sysctls0, "net.ipv4.ip_local_reserved_ports"];
// oxfmt-ignore
const sysctls29 = [
  ...sysctls27, "net.ipv4.tcp_keepalive_time", "net.ipv4.tcp_fin_timeout", "net.ipv4.tcp_keepalive_intvl",
  "net.ipv4.tcp_keepalive_probes",
];
const sysctls32 = [...sysctls29, "net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem"];

const windowsHostProcess: CheckPod = (_, spec) => {
  const to = setters(
    spec.securityContext?.windowsOptions?.hostProcess === true,
    containersWith(spec, (context) => context?.windowsOptions?.hostProcess === true),
  );
  if (to.length === 0) return undefined;
  return {
    reason: "hostProcess",
    detail: `${to.join(" and ")} must not set securityContext.windowsOptions.hostProcess=true`,
  };
};

const always = (check: CheckPod): Check["versions"] => [{ since: 0, check }];

/** The checks of the baseline level, in the order in which messages tell them. */
export const baselineChecks: readonly Check[] = [
  { id: "appArmorProfile", level: "baseline", versions: always(appArmorProfile) },
  { id: "capabilities_baseline", level: "baseline", versions: always(capabilities) },
  { id: "hostNamespaces", level: "baseline", versions: always(hostNamespaces) },
  { id: "hostPathVolumes", level: "baseline", versions: always(hostPathVolumes) },
  { id: "hostPorts", level: "baseline", versions: always(hostPorts) },
  {
    id: "hostProbesAndHostLifecycle",
    level: "baseline",
    versions: [{ since: 34, check: hostProbesAndHostLifecycle }],
  },
  { id: "privileged", level: "baseline", versions: always(privileged) },
  { id: "procMount", level: "baseline", versions: always(procMount) },
  {
    id: "seLinuxOptions",
    level: "baseline",
    versions: [
      { since: 0, check: seLinuxOptions(seLinuxTypes) },
      { since: 31, check: seLinuxOptions([...seLinuxTypes, "container_engine_t"]) },
    ],
  },
  {
    id: "seccompProfile_baseline",
    level: "baseline",
    versions: [
      { since: 0, check: seccompAnnotations },
      { since: 19, check: seccompProfile },
    ],
  },
  {
    id: "sysctls",
    level: "baseline",
    versions: [
      { since: 0, check: sysctls(sysctls0) },
      { since: 27, check: sysctls(sysctls27) },
      { since: 29, check: sysctls(sysctls29) },
      { since: 32, check: sysctls(sysctls32) },
    ],
  },
  { id: "windowsHostProcess", level: "baseline", versions: always(windowsHostProcess) },
];
