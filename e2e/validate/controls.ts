import type { JsonObject } from "../../src/apimachinery/json/value.ts";

/** What a control of a public library of policies requires, with a manifest that it refuses. */
export interface Control {
  /** The identifiers of the control in Kubescape's library, which may have it under several. */
  readonly ids: string;
  /** What is required, which is the message of the policy. */
  readonly requires: string;
  /** Must be true. `variables.spec` is the spec of a pod or template, `variables.containers` all its containers. */
  readonly expression: string;
  /** The changes that make a pod which meets all controls one that is refused; or else whole objects. */
  readonly refused: Changes | { readonly objects: readonly [passes: JsonObject, refused: JsonObject] };
}

/** Changes of a pod: of its only container, its spec, its metadata. */
export interface Changes {
  readonly container?: JsonObject;
  readonly spec?: JsonObject;
  readonly metadata?: JsonObject;
}

const each = (condition: string): string => `variables.containers.all(c, ${condition})`;
const security = (condition: string): string => each(`has(c.securityContext) && ${condition}`);
const noVolume = (condition: string): string =>
  `!has(variables.spec.volumes) || variables.spec.volumes.all(v, !has(v.hostPath) || ${condition})`;
const resource = (part: string, name: string): string =>
  each(`has(c.resources) && has(c.resources.${part}) && "${name}" in c.resources.${part}`);
const capabilities = (condition: string): string =>
  `has(c.securityContext) && has(c.securityContext.capabilities) && ${condition}`;
const added = (condition: string): string =>
  each(`!(${capabilities("has(c.securityContext.capabilities.add)")}) || ${condition}`);

const hardened = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, runAsNonRoot: true, runAsUser: 1000 };
const drop = { drop: ["ALL"] };
const seccompProfile = { type: "RuntimeDefault" };

/** The container that meets all controls. */
export const container: JsonObject = {
  name: "web",
  image: "registry.test/web:1.2",
  imagePullPolicy: "Always",
  command: ["/web"],
  ports: [{ containerPort: 8080 }],
  resources: { limits: { cpu: "1", memory: "1Gi" }, requests: { cpu: "1", memory: "1Gi" } },
  livenessProbe: { httpGet: { path: "/", port: 8080 } },
  readinessProbe: { httpGet: { path: "/", port: 8080 } },
  securityContext: { ...hardened, capabilities: drop, seccompProfile },
};

const secure = (changes: JsonObject): Changes => ({
  container: { securityContext: { ...hardened, capabilities: drop, seccompProfile, ...changes } },
});
const resources = (limits: JsonObject, requests: JsonObject): Changes => ({
  container: { resources: { limits, requests } },
});
const whole = { cpu: "1", memory: "1Gi" };
const hostPath = (path: string): Changes => ({ spec: { volumes: [{ name: "host", hostPath: { path } }] } });
const image = (name: string): Changes => ({ container: { image: name } });
const env = (entry: JsonObject): Changes => ({ container: { env: [entry] } });
const ports = (port: JsonObject): Changes => ({ container: { ports: [port] } });
const named = (apiVersion: string, kind: string, namespace: string, rest: JsonObject): JsonObject => ({
  apiVersion,
  kind,
  metadata: { name: "a", ...(namespace !== "" && { namespace }) },
  ...rest,
});
const bound = (name: string): JsonObject =>
  named("rbac.authorization.k8s.io/v1", "ClusterRoleBinding", "", {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "view" },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name }],
  });
const ingress = (spec: JsonObject): JsonObject =>
  named("networking.k8s.io/v1", "Ingress", "shop", {
    spec: { defaultBackend: { service: { name: "web", port: { number: 80 } } }, ...spec },
  });
const hasLabels = (names: string): string =>
  `has(object.metadata.labels) && ${names}.all(l, l in object.metadata.labels)`;

/** Controls of Kubescape's library, in expressions and manifests of another wording. */
export const controls: readonly Control[] = [
  {
    ids: "C-0001",
    requires: "images come from no forbidden registry",
    expression: each('!["docker.io/", "quay.io/"].exists(r, c.image.startsWith(r))'),
    refused: image("docker.io/web:1.2"),
  },
  {
    ids: "C-0004",
    requires: "memory is requested and limited",
    expression: `${resource("limits", "memory")} && ${resource("requests", "memory")}`,
    refused: resources({ cpu: "1" }, { cpu: "1" }),
  },
  {
    ids: "C-0009",
    requires: "processors and memory are limited",
    expression: `${resource("limits", "memory")} && ${resource("limits", "cpu")}`,
    refused: resources({ memory: "1Gi" }, whole),
  },
  {
    ids: "C-0012",
    requires: "no password is a plain variable",
    expression: each('!has(c.env) || c.env.all(e, !e.name.matches("(?i)passw|secret|token") || !has(e.value))'),
    refused: env({ name: "DB_PASSWORD", value: "hunter2" }),
  },
  {
    ids: "C-0013",
    requires: "containers do not run as root",
    expression: security("has(c.securityContext.runAsNonRoot) && c.securityContext.runAsNonRoot"),
    refused: secure({ runAsNonRoot: false }),
  },
  {
    ids: "C-0016 C-0197",
    requires: "privileges cannot be escalated",
    expression: security(
      "has(c.securityContext.allowPrivilegeEscalation) && !c.securityContext.allowPrivilegeEscalation",
    ),
    refused: secure({ allowPrivilegeEscalation: true }),
  },
  {
    ids: "C-0017",
    requires: "the root file system is read only",
    expression: security("has(c.securityContext.readOnlyRootFilesystem) && c.securityContext.readOnlyRootFilesystem"),
    refused: secure({ readOnlyRootFilesystem: false }),
  },
  {
    ids: "C-0018",
    requires: "containers say when they are ready",
    expression: "variables.spec.containers.all(c, has(c.readinessProbe))",
    refused: { container: { readinessProbe: null } },
  },
  {
    ids: "C-0020",
    requires: "credentials of clouds are not mounted",
    expression: noVolume('!["/etc/kubernetes/azure.json", "/root/.aws"].exists(p, v.hostPath.path.startsWith(p))'),
    refused: hostPath("/root/.aws/credentials"),
  },
  {
    ids: "C-0034",
    requires: "tokens of accounts are mounted where they are asked for",
    expression: "has(variables.spec.automountServiceAccountToken) && !variables.spec.automountServiceAccountToken",
    refused: { spec: { automountServiceAccountToken: true } },
  },
  {
    ids: "C-0038",
    requires: "processes and memory of the host are not shared",
    expression:
      "!(has(variables.spec.hostPID) && variables.spec.hostPID || has(variables.spec.hostIPC) && variables.spec.hostIPC)",
    refused: { spec: { hostPID: true } },
  },
  {
    ids: "C-0194 C-0275",
    requires: "processes of the host are not seen",
    expression: "!has(variables.spec.hostPID) || !variables.spec.hostPID",
    refused: { spec: { hostPID: true } },
  },
  {
    ids: "C-0195 C-0276",
    requires: "memory of the host is not shared",
    expression: "!has(variables.spec.hostIPC) || !variables.spec.hostIPC",
    refused: { spec: { hostIPC: true } },
  },
  {
    ids: "C-0041",
    requires: "the network of the host is not used",
    expression: "!has(variables.spec.hostNetwork) || !variables.spec.hostNetwork",
    refused: { spec: { hostNetwork: true } },
  },
  {
    ids: "C-0042",
    requires: "no container serves SSH",
    expression: each("!has(c.ports) || c.ports.all(p, !(p.containerPort in [22, 2222]))"),
    refused: ports({ containerPort: 22 }),
  },
  {
    ids: "C-0044 C-0204",
    requires: "no port of the host is taken",
    expression: each("!has(c.ports) || c.ports.all(p, !has(p.hostPort) || p.hostPort == 0)"),
    refused: ports({ containerPort: 8080, hostPort: 8080 }),
  },
  {
    ids: "C-0045",
    requires: "folders of the host are mounted to be read only",
    expression: `${noVolume(each("!has(c.volumeMounts) || c.volumeMounts.all(m, m.name != v.name || (has(m.readOnly) && m.readOnly))"))}`,
    refused: {
      ...hostPath("/var/log"),
      container: { volumeMounts: [{ name: "host", mountPath: "/logs" }] },
    },
  },
  {
    ids: "C-0046",
    requires: "no dangerous capability is added",
    expression: added('!c.securityContext.capabilities.add.exists(a, a in ["SYS_ADMIN", "NET_ADMIN", "ALL"])'),
    refused: secure({ capabilities: { add: ["SYS_ADMIN"] }, allowPrivilegeEscalation: true }),
  },
  {
    ids: "C-0200",
    requires: "no capability is added",
    expression: added("c.securityContext.capabilities.add.size() == 0"),
    refused: secure({ capabilities: { ...drop, add: ["NET_BIND_SERVICE"] } }),
  },
  {
    ids: "C-0199",
    requires: "raw sockets are not to be had",
    expression: each(
      capabilities(
        'has(c.securityContext.capabilities.drop) && c.securityContext.capabilities.drop.exists(d, d in ["ALL", "NET_RAW"])',
      ),
    ),
    refused: secure({ capabilities: { drop: ["CHOWN"] } }),
  },
  {
    ids: "C-0201",
    requires: "all capabilities are dropped",
    expression: each(
      capabilities('has(c.securityContext.capabilities.drop) && "ALL" in c.securityContext.capabilities.drop'),
    ),
    refused: secure({ capabilities: { drop: ["NET_RAW"] } }),
  },
  {
    ids: "C-0048 C-0203",
    requires: "no folder of the host is a volume",
    expression: noVolume("false"),
    refused: hostPath("/srv"),
  },
  {
    ids: "C-0074",
    requires: "the socket of the container runtime is out of reach",
    expression: noVolume('!v.hostPath.path.matches("/(docker|containerd|crio)\\\\.sock$")'),
    refused: hostPath("/var/run/docker.sock"),
  },
  {
    ids: "C-0050",
    requires: "processors are requested and limited",
    expression: `${resource("limits", "cpu")} && ${resource("requests", "cpu")}`,
    refused: resources({ memory: "1Gi" }, { memory: "1Gi" }),
  },
  {
    ids: "C-0268",
    requires: "processors are requested",
    expression: resource("requests", "cpu"),
    refused: resources({ memory: "1Gi" }, { memory: "1Gi" }),
  },
  {
    ids: "C-0269",
    requires: "memory is requested",
    expression: resource("requests", "memory"),
    refused: resources({ cpu: "1" }, { cpu: "1" }),
  },
  {
    ids: "C-0270",
    requires: "processors are limited",
    expression: resource("limits", "cpu"),
    refused: resources({ memory: "1Gi" }, whole),
  },
  {
    ids: "C-0271",
    requires: "memory is limited",
    expression: resource("limits", "memory"),
    refused: resources({ cpu: "1" }, whole),
  },
  {
    ids: "C-0055",
    requires: "system calls or capabilities are confined",
    expression: security("(has(c.securityContext.seccompProfile) || has(c.securityContext.capabilities))"),
    refused: { container: { securityContext: hardened } },
  },
  {
    ids: "C-0210",
    requires: "system calls are filtered as the runtime does by default",
    expression: security(
      'has(c.securityContext.seccompProfile) && c.securityContext.seccompProfile.type == "RuntimeDefault"',
    ),
    refused: secure({ seccompProfile: { type: "Unconfined" } }),
  },
  {
    ids: "C-0056",
    requires: "containers say that they live",
    expression: "variables.spec.containers.all(c, has(c.livenessProbe))",
    refused: { container: { livenessProbe: null } },
  },
  {
    ids: "C-0057 C-0193",
    requires: "no container is privileged",
    expression: each("!has(c.securityContext) || !has(c.securityContext.privileged) || !c.securityContext.privileged"),
    refused: secure({ privileged: true, allowPrivilegeEscalation: true }),
  },
  {
    ids: "C-0061",
    requires: "workloads are in a namespace of their own",
    expression: 'object.metadata.namespace != "default"',
    refused: { metadata: { namespace: "default" } },
  },
  {
    ids: "C-0212",
    requires: "objects are in a namespace of their own",
    expression: 'object.metadata.namespace != "default"',
    refused: { objects: [named("v1", "ConfigMap", "shop", {}), named("v1", "ConfigMap", "default", {})] },
  },
  {
    ids: "C-0062",
    requires: "no command is run by sudo",
    expression: each('!has(c.command) || !c.command.exists(w, w == "sudo")'),
    refused: { container: { command: ["sudo", "/web"] } },
  },
  {
    ids: "C-0075",
    requires: "the latest image is always pulled",
    expression: each('!c.image.endsWith(":latest") || c.imagePullPolicy == "Always"'),
    refused: { container: { image: "registry.test/web:latest", imagePullPolicy: "IfNotPresent" } },
  },
  {
    ids: "C-0076",
    requires: "workloads say whose they are",
    expression: hasLabels('["owner"]'),
    refused: { metadata: { labels: { "app.kubernetes.io/name": "web" } } },
  },
  {
    ids: "C-0077",
    requires: "workloads have the common labels",
    expression: hasLabels('["app.kubernetes.io/name"]'),
    refused: { metadata: { labels: { owner: "shop" } } },
  },
  {
    ids: "C-0078",
    requires: "images come from the registry of the house",
    expression: each('c.image.startsWith("registry.test/")'),
    refused: image("elsewhere.test/web:1.2"),
  },
  {
    ids: "C-0198",
    requires: "no container is of the user root",
    expression: security("has(c.securityContext.runAsUser) && c.securityContext.runAsUser != 0"),
    refused: secure({ runAsNonRoot: false, runAsUser: 0 }),
  },
  {
    ids: "C-0202",
    requires: "no container is a process of a host with Windows",
    expression:
      "!has(variables.spec.securityContext) || !has(variables.spec.securityContext.windowsOptions) || !has(variables.spec.securityContext.windowsOptions.hostProcess) || !variables.spec.securityContext.windowsOptions.hostProcess",
    refused: { spec: { hostNetwork: true, securityContext: { windowsOptions: { hostProcess: true } } } },
  },
  {
    ids: "C-0207",
    requires: "secrets are files",
    expression: each("!has(c.env) || c.env.all(e, !has(e.valueFrom) || !has(e.valueFrom.secretKeyRef))"),
    refused: env({ name: "KEY", valueFrom: { secretKeyRef: { name: "keys", key: "key" } } }),
  },
  {
    ids: "C-0225",
    requires: "pods have an account of their own",
    expression: 'has(variables.spec.serviceAccountName) && variables.spec.serviceAccountName != "default"',
    refused: { spec: { serviceAccountName: "default" } },
  },
  {
    ids: "C-0262",
    requires: "nothing is granted to who is not known",
    expression: '!object.subjects.exists(s, s.name in ["system:anonymous", "system:unauthenticated"])',
    refused: { objects: [bound("jane"), bound("system:anonymous")] },
  },
  {
    ids: "C-0263",
    requires: "traffic from outside is encrypted",
    expression: "has(object.spec.tls) && object.spec.tls.size() > 0",
    refused: { objects: [ingress({ tls: [{ secretName: "web" }] }), ingress({})] },
  },
];
