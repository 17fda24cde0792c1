import { describe, expect, it } from "vitest";
import type { PodSpec } from "../../api/core/v1.ts";
import { createEvaluator, forbiddenDetail } from "./evaluator.ts";

const evaluate = createEvaluator({ relaxedForUserNamespaces: false, probeHosts: true });
const container = (
  securityContext: NonNullable<PodSpec["containers"]>[number]["securityContext"] = {},
  name = "a",
) => ({
  name,
  securityContext,
});
const careful: PodSpec = {
  securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
  containers: [container({ allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } })],
};

describe("baseline forbids", () => {
  // oxfmt-ignore
  it.each<readonly [string, PodSpec, string]>([
    ["host namespaces", { hostNetwork: true, hostIPC: true }, "host namespaces (hostNetwork=true, hostIPC=true)"],
    ["privileged containers", { containers: [container({ privileged: true }), container({ privileged: true }, "b")] }, 'privileged (containers "a", "b" must not set securityContext.privileged=true)'],
    ["capabilities", { containers: [container({ capabilities: { add: ["SYS_TIME", "CHOWN", "NET_ADMIN"] } })] }, 'non-default capabilities (container "a" must not include "NET_ADMIN", "SYS_TIME" in securityContext.capabilities.add)'],
    ["paths of the host", { volumes: [{ name: "v", hostPath: {} }] }, 'hostPath volumes (volume "v")'],
    ["ports of the host", { containers: [{ name: "a", ports: [{ hostPort: 80 }, { hostPort: 443 }, {}] }] }, 'hostPort (container "a" uses hostPorts 443, 80)'],
    ["hosts of probes", { containers: [{ name: "a", livenessProbe: { httpGet: { host: "x" } } }] }, 'probe or lifecycle host (container "a" uses probe or lifecycle host "x")'],
    ["AppArmor profiles", { containers: [container({ appArmorProfile: { type: "Unconfined" } })] }, 'forbidden AppArmor profile (container "a" must not set AppArmor profile type to "Unconfined")'],
    ["seccomp profiles", { securityContext: { seccompProfile: { type: "Unconfined" } }, containers: [container()] }, 'seccompProfile (pod must not set securityContext.seccompProfile.type to "Unconfined")'],
    ["SELinux options", { securityContext: { seLinuxOptions: { type: "x_t", user: "u" } }, containers: [container({ seLinuxOptions: { role: "r" } })] }, 'seLinuxOptions (pod and container "a" set forbidden securityContext.seLinuxOptions: type "x_t"; user may not be set; role may not be set)'],
    ["an SELinux user", { securityContext: { seLinuxOptions: { user: "u" } } }, "seLinuxOptions (pod set forbidden securityContext.seLinuxOptions: user may not be set)"],
    ["proc mounts", { containers: [container({ procMount: "Unmasked" })] }, 'procMount (container "a" must not set securityContext.procMount to "Unmasked")'],
    ["sysctls", { securityContext: { sysctls: [{ name: "kernel.msgmax", value: "1" }, { name: "net.ipv4.tcp_rmem", value: "1" }] } }, "forbidden sysctls (kernel.msgmax)"],
    ["host processes", { securityContext: { windowsOptions: { hostProcess: true } } }, "hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)"],
  ])("%s", (_name, spec, message) =>
    expect(forbiddenDetail(evaluate({ level: "baseline", version: "latest" }, {}, spec))).toBe(message));

  it.each([
    [
      { "seccomp.security.alpha.kubernetes.io/pod": "unconfined" },
      'seccompProfile (forbidden annotation seccomp.security.alpha.kubernetes.io/pod="unconfined")',
    ],
    [{ "seccomp.security.alpha.kubernetes.io/pod": "runtime/default" }, ""],
    [
      { "container.seccomp.security.alpha.kubernetes.io/a": "x", "seccomp.security.alpha.kubernetes.io/pod": "y" },
      'seccompProfile (forbidden annotations container.seccomp.security.alpha.kubernetes.io/a="x", seccomp.security.alpha.kubernetes.io/pod="y")',
    ],
  ])("before v1.19, seccomp annotations: %j", (annotations, message) =>
    expect(
      forbiddenDetail(evaluate({ level: "baseline", version: 18 }, { annotations }, { containers: [container()] })),
    ).toBe(message),
  );

  it("AppArmor annotations", () => {
    const annotations = { "container.apparmor.security.beta.kubernetes.io/a": "unconfined" };
    expect(forbiddenDetail(evaluate({ level: "baseline", version: "latest" }, { annotations }, {}))).toBe(
      'forbidden AppArmor profile (annotation must not set AppArmor profile type to "container.apparmor.security.beta.kubernetes.io/a="unconfined"")',
    );
  });
});

describe("restricted forbids", () => {
  // oxfmt-ignore
  it.each<readonly [string, PodSpec, string]>([
    ["nothing of a careful pod", careful, ""],
    ["what a plain pod does", { containers: [container()] }, 'allowPrivilegeEscalation != false (container "a" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "a" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "a" must set securityContext.runAsNonRoot=true), seccompProfile (pod or container "a" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")'],
    ["other volumes", { ...careful, volumes: [{ name: "n", nfs: {} }, { name: "h", hostPath: {} }, { name: "e", emptyDir: {} }] }, 'restricted volume types (volumes "n", "h" use restricted volume types "hostPath", "nfs")'],
    ["the user 0", { ...careful, securityContext: { ...careful.securityContext, runAsUser: 0 } }, "runAsUser=0 (pod must not set runAsUser=0)"],
    ["less for Windows", { ...careful, os: { name: "windows" }, containers: [container()] }, ""],
  ])("%s", (_name, spec, message) => expect(forbiddenDetail(evaluate({ level: "restricted", version: "latest" }, {}, spec))).toBe(message));
});

describe("versions", () => {
  const rmem: PodSpec = { securityContext: { sysctls: [{ name: "net.ipv4.tcp_rmem", value: "1" }] } };
  it.each([
    ["an earlier one", 31, false],
    ["the one that allows it", 32, true],
    ["one of the future", 99, true],
  ])("are judged by %s", (_name, version, allowed) =>
    expect(evaluate({ level: "baseline", version }, {}, rmem).length === 0).toBe(allowed),
  );

  it("relax checks for pods with a user namespace of their own behind a gate", () => {
    const spec: PodSpec = {
      ...careful,
      hostUsers: false,
      securityContext: { runAsUser: 0, seccompProfile: { type: "Localhost" } },
    };
    const relaxed = createEvaluator({ relaxedForUserNamespaces: true, probeHosts: true });
    expect(relaxed({ level: "restricted", version: "latest" }, {}, spec)).toEqual([]);
    expect(evaluate({ level: "restricted", version: "latest" }, {}, spec)).toHaveLength(2);
  });
});
