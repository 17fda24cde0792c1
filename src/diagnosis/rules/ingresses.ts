import type { KubeObject } from "../../apimachinery/meta.ts";
import { conclude, field, missing, there } from "../conclude.ts";
import { itemsAt, labelsAt, textAt, textsAt, valueAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { Rule } from "../rule.ts";
import { isKindServed } from "../served-kind.ts";
import { counted, listed } from "../words.ts";
import { elsewhere } from "./elsewhere.ts";
import { whoDoesWhat } from "./owned-pods.ts";
import { unreadableCertificate } from "./secrets.ts";

/** The backends of an Ingress: the Service, and the port that is asked for. */
const backendsOf = (ingress: KubeObject) =>
  [
    { path: "spec.defaultBackend", backend: valueAt(ingress, "spec.defaultBackend") },
    ...itemsAt(ingress, "spec.rules").flatMap((rule, i) =>
      itemsAt(rule, "http.paths").map(({ backend }, j) => ({
        path: `spec.rules[${i}].http.paths[${j}].backend`,
        backend,
      })),
    ),
  ]
    .map(({ path, backend }) => ({
      path,
      name: textAt(backend, "service.name"),
      port: textAt(backend, "service.port.name") || textAt(backend, "service.port.number"),
    }))
    .filter(({ name }) => name !== "");

const ingressClass: Rule = async (ingress, { reading }) => {
  const name =
    textAt(ingress, "spec.ingressClassName") || (ingress.metadata.annotations?.["kubernetes.io/ingress.class"] ?? "");
  if (name !== "") {
    const id = objectId("networking.k8s.io", "IngressClass", "", name);
    if (!(await reading.isMissing(id)) || textAt(ingress, "spec.ingressClassName") === "") return undefined;
    const other = await elsewhere(id, reading);
    return conclude(ingress, {
      situation: "ingress-class-missing",
      state: "Not served",
      level: "error",
      because: `its IngressClass ${name} does not exist, so no controller serves it${other.text}`,
      evidence: [field(ingress, "spec.ingressClassName"), missing(id)],
    });
  }
  const classes = await reading.list({ group: "networking.k8s.io", resource: "ingressclasses" });
  if (
    classes === undefined ||
    classes.some(({ metadata }) => metadata.annotations?.["ingressclass.kubernetes.io/is-default-class"] === "true")
  )
    return undefined;
  return conclude(ingress, {
    situation: "ingress-without-class",
    state: "Not served",
    level: "warning",
    because: "it names no ingressClassName, and no IngressClass is the default one",
    evidence: [field(ingress, "spec.ingressClassName")],
  });
};

const ingressBackends: Rule = async (ingress, { reading, causeOf }) => {
  const { namespace = "" } = ingress.metadata;
  for (const { path, name, port } of backendsOf(ingress)) {
    const id = objectId("", "Service", namespace, name);
    if (await reading.isMissing(id)) {
      const other = await elsewhere(id, reading);
      return conclude(ingress, {
        situation: "ingress-backend-missing",
        state: "No backend",
        level: "error",
        because: `its backend, the Service ${name}, does not exist${other.text}`,
        evidence: [field(ingress, path, name), missing(id), ...other.evidence],
      });
    }
    const service = await reading.get(id);
    if (service === undefined) continue;
    const ports = itemsAt(service, "spec.ports");
    const isAlias = textAt(service, "spec.type") === "ExternalName";
    const behind = ports.find((one) => textAt(one, "targetPort") === port);
    const hint = behind === undefined ? "" : `; ${port} is the targetPort of its port ${textAt(behind, "port")}`;
    if (!isAlias && port !== "" && !ports.some((one) => textAt(one, "name") === port || textAt(one, "port") === port))
      return conclude(ingress, {
        situation: "ingress-port-missing",
        state: "No backend",
        level: "error",
        because: `its backend, the Service ${name}, has no port ${port}; it has ${listed(ports.map((one) => [textAt(one, "port"), textAt(one, "name")].filter((text) => text !== "").join(" ")))}${hint}`,
        evidence: [field(ingress, path, `${name}:${port}`), there(service)],
      });
    const cause = await causeOf(service);
    if (cause?.level === "error")
      return conclude(ingress, {
        situation: "ingress-backend-not-ready",
        state: "No backend",
        level: "error",
        because: `its backend, the Service ${whoDoesWhat(cause)}`,
        evidence: [field(ingress, path, name)],
        causes: [cause],
      });
  }
  return undefined;
};

/** Backends that are objects of a kind that is not served (IngressBackend.resource). */
const ingressResources: Rule = async (ingress, { reading }) => {
  const ofPaths = itemsAt(ingress, "spec.rules").flatMap((rule, i) =>
    itemsAt(rule, "http.paths").map((path, j) => ({ of: path, at: `spec.rules[${i}].http.paths[${j}].backend` })),
  );
  for (const { of, at } of [
    { of: { backend: valueAt(ingress, "spec.defaultBackend") }, at: "spec.defaultBackend" },
    ...ofPaths,
  ]) {
    const [group, kind, name] = ["apiGroup", "kind", "name"].map((member) =>
      textAt(of, `backend.resource.${member}`),
    ) as [string, string, string];
    if (kind === "" || (await isKindServed(group, kind, reading)) !== false) continue;
    return conclude(ingress, {
      situation: "ingress-backend-kind-not-served",
      state: "No backend",
      level: "error",
      because: `its backend, the ${kind} ${name}, is of a kind of ${group || "the core group"} that is not served`,
      evidence: [field(ingress, `${at}.resource.kind`, kind)],
    });
  }
  return undefined;
};

/** Hosts of a certificate that no rule of an Ingress is for. */
const ingressTlsHosts: Rule = (ingress) => {
  const hosts = itemsAt(ingress, "spec.rules").map((rule) => textAt(rule, "host"));
  if (hosts.length === 0 || hosts.includes("")) return undefined;
  const isServed = (host: string): boolean =>
    hosts.some((one) => one === host || (host.startsWith("*.") && one.split(".").slice(1).join(".") === host.slice(2)));
  for (const [i, tls] of itemsAt(ingress, "spec.tls").entries()) {
    const lost = textsAt(tls, "hosts").filter((host) => !isServed(host));
    if (lost.length === 0) continue;
    return conclude(ingress, {
      situation: "ingress-tls-host-unused",
      state: "Certificate unused",
      level: "warning",
      because: `its certificate${textAt(tls, "secretName").replace(/^(?=.)/, " ")} is for ${listed(lost)}, and its rules are for ${listed(hosts)}`,
      evidence: [field(ingress, `spec.tls[${i}].hosts`, textsAt(tls, "hosts").join(", "))],
    });
  }
  return undefined;
};

const ingressTls: Rule = async (ingress, { reading }) => {
  for (const [i, tls] of itemsAt(ingress, "spec.tls").entries()) {
    const id = objectId("", "Secret", ingress.metadata.namespace ?? "", textAt(tls, "secretName"));
    const path = field(ingress, `spec.tls[${i}].secretName`, id.name);
    const about = { state: "No certificate", level: "error" } as const;
    if (await reading.isMissing(id)) {
      const other = await elsewhere(id, reading);
      return conclude(ingress, {
        ...about,
        situation: "ingress-tls-secret-missing",
        because: `the Secret ${id.name} with its certificate does not exist${other.text}`,
        evidence: [path, missing(id), ...other.evidence],
      });
    }
    const secret = await reading.get(id);
    const lacking = ["tls.crt", "tls.key"].filter((key) => labelsAt(secret, "data")[key] === undefined);
    const unreadable = secret && lacking.length === 0 ? unreadableCertificate(secret)?.words : undefined;
    if (secret === undefined || (lacking.length === 0 && unreadable === undefined)) continue;
    return conclude(ingress, {
      ...about,
      situation: "ingress-tls-secret-incomplete",
      because:
        unreadable === undefined
          ? `the Secret ${id.name} with its certificate lacks ${listed(lacking)}`
          : `the certificate in the Secret ${id.name} cannot be read: ${unreadable}`,
      evidence: [path, there(secret)],
    });
  }
  return undefined;
};

const ingressAddress: Rule = async (ingress, { reading }) => {
  const count = itemsAt(ingress, "status.loadBalancer.ingress").length;
  const name = textAt(ingress, "spec.ingressClassName");
  const served = await reading.get(objectId("networking.k8s.io", "IngressClass", "", name));
  const controller = textAt(served, "spec.controller");
  const annotated = name === "" ? (ingress.metadata.annotations?.["kubernetes.io/ingress.class"] ?? "") : "";
  const evidence = [field(ingress, "status.loadBalancer", String(count))];
  if (count > 0)
    return conclude(ingress, {
      situation: "ingress-ready",
      state: "Ready",
      level: "ok",
      because: `it has ${counted(count, "address", "addresses")}`,
      evidence,
    });
  return conclude(ingress, {
    situation: "ingress-without-address",
    state: "Pending",
    level: "progressing",
    because:
      served === undefined
        ? annotated === ""
          ? "no ingress controller has given it an address"
          : `no controller of the class ${annotated}, which its annotation kubernetes.io/ingress.class names, has given it an address`
        : `the controller of its IngressClass ${name}, ${controller}, has not given it an address`,
    evidence: [...evidence, ...(served === undefined ? [] : [there(served)])],
  });
};

/** The hosts and paths that an Ingress routes, each with the place where it says so. */
const routesOf = (ingress: KubeObject) =>
  itemsAt(ingress, "spec.rules").flatMap((rule, i) =>
    itemsAt(rule, "http.paths").map((path, j) => ({
      at: `spec.rules[${i}].http.paths[${j}].path`,
      route: `${textAt(rule, "host") || "*"}${textAt(path, "path") || "/"}`,
      type: textAt(path, "pathType"),
    })),
  );

/** Another Ingress of the same class that routes the same host and path: only one of them gets the requests. */
const ingressTwice: Rule = async (ingress, { reading }) => {
  const routes = routesOf(ingress);
  const className = textAt(ingress, "spec.ingressClassName");
  const others = routes.length === 0 ? [] : await reading.all({ group: "networking.k8s.io", resource: "ingresses" });
  for (const other of others) {
    const { namespace = "", name = "" } = other.metadata;
    const isSelf = namespace === (ingress.metadata.namespace ?? "") && name === ingress.metadata.name;
    if (isSelf || textAt(other, "spec.ingressClassName") !== className) continue;
    const theirs = routesOf(other);
    const both = routes.find(({ route, type }) => theirs.some((one) => one.route === route && one.type === type));
    if (both === undefined) continue;
    return conclude(ingress, {
      situation: "ingress-route-taken-twice",
      state: "Conflict",
      level: "warning",
      because: `the Ingress ${namespace === ingress.metadata.namespace ? "" : `${namespace}/`}${name} routes ${both.route} as well: its controller decides which of them gets the requests`,
      evidence: [field(ingress, both.at, both.route), there(other)],
    });
  }
  return undefined;
};

/** The rules of Ingresses. */
export const ingressRules: readonly Rule[] = [
  ingressBackends,
  ingressResources,
  ingressTls,
  ingressClass,
  ingressTwice,
  ingressTlsHosts,
  ingressAddress,
];
