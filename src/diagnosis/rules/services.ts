import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { byEvent, conclude, field, missing, there } from "../conclude.ts";
import type { Diagnosis } from "../diagnosis.ts";
import { itemsAt, labelsAt, textAt, valueAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { Rule, RuleContext } from "../rule.ts";
import { isFinished, isReady } from "../views.ts";
import { counted, firstLine, listed } from "../words.ts";
import { whoDoesWhat, worstPod } from "./owned-pods.ts";

const selectorText = (labels: Readonly<Record<string, string>>): string =>
  labelSelectorAsSelector({ matchLabels: labels }).toString();

/** The pods of a namespace whose labels come nearest to a selector, and the label that they lack. */
async function nearest(
  service: KubeObject,
  selector: Readonly<Record<string, string>>,
  { reading }: RuleContext,
): Promise<string> {
  const pods = await reading.all({ group: "", resource: "pods", namespace: service.metadata.namespace });
  const entries = Object.entries(selector);
  const near = pods.flatMap((pod) => {
    const labels = pod.metadata.labels ?? {};
    const wrong = entries.filter(([key, value]) => labels[key] !== value);
    const [key = ""] = wrong[0] ?? [];
    const isNear = wrong.length === 1 && (labels[key] !== undefined || entries.length > 1);
    return isNear ? [{ name: pod.metadata.name ?? "", key, value: labels[key] }] : [];
  });
  const best = near.find(({ value }) => value !== undefined) ?? near[0];
  if (best === undefined) return "";
  return `; ${best.name} ${best.value === undefined ? `lacks ${best.key}` : `has ${best.key}=${best.value}`}`;
}

const portsOf = (pod: KubeObject) =>
  itemsAt(pod, "spec.containers").flatMap((container) => itemsAt(container, "ports"));

const protocolOf = (port: unknown): string => textAt(port, "protocol") || "TCP";

/** A protocol behind a port, where it is another one than what is asked for. */
const otherProtocol = (has: string, wanted: string): string => (has === wanted ? "" : `/${has}`);

/** A port of a Service whose target no pod has: by name always, by number where pods declare other ports. */
function unmatchedPort(service: KubeObject, pods: readonly KubeObject[]): Diagnosis | undefined {
  for (const [i, port] of itemsAt(service, "spec.ports").entries()) {
    const target = textAt(port, "targetPort") || textAt(port, "port");
    const isName = typeof port["targetPort"] === "string";
    const declared = pods.flatMap(portsOf);
    const protocol = protocolOf(port);
    const has = declared.some(
      (one) => (isName ? textAt(one, "name") : textAt(one, "containerPort")) === target && protocolOf(one) === protocol,
    );
    if (has || (!isName && declared.length === 0)) continue;
    const offered = [
      ...new Set(
        declared.map((one) =>
          [`${textAt(one, "containerPort")}${otherProtocol(protocolOf(one), protocol)}`, textAt(one, "name")]
            .filter((text) => text !== "")
            .join(" "),
        ),
      ),
    ];
    return conclude(service, {
      situation: "service-target-port-unmatched",
      state: "No target port",
      level: isName ? "error" : "warning",
      because: `its targetPort ${target}${offered.some((one) => one.includes("/")) ? `/${protocol}` : ""} is no port of its pods, ${offered.length === 0 ? "which declare none" : `which declare ${listed(offered)}`}`,
      evidence: [field(service, `spec.ports[${i}].targetPort`, target), ...pods.slice(0, 1).map(there)],
    });
  }
  return undefined;
}

const balancer: Rule = async (service, { reading }) => {
  if (textAt(service, "spec.type") !== "LoadBalancer" || itemsAt(service, "status.loadBalancer.ingress").length > 0)
    return undefined;
  const event = (await reading.events(service)).find(({ reason }) => reason === "SyncLoadBalancerFailed");
  return conclude(service, {
    situation: event === undefined ? "service-load-balancer-pending" : "service-load-balancer-failed",
    state: "Pending",
    level: "warning",
    because:
      event === undefined
        ? "no load balancer has been given to it: that is the part of a cloud provider's controller"
        : firstLine(event.message),
    evidence: [field(service, "spec.type"), ...byEvent(service, event)],
  });
};

const withoutSelector: Rule = async (service, { reading }) => {
  if (textAt(service, "spec.type") === "ExternalName")
    return conclude(service, {
      situation: "service-external-name",
      state: "External name",
      level: "ok",
      because: `it is an alias for ${textAt(service, "spec.externalName")}`,
      evidence: [field(service, "spec.externalName")],
    });
  if (Object.keys(labelsAt(service, "spec.selector")).length > 0) return undefined;
  const { namespace, name = "" } = service.metadata;
  const labelSelector = `kubernetes.io/service-name=${name}`;
  const slices = await reading.list(
    { group: "discovery.k8s.io", resource: "endpointslices", namespace },
    { labelSelector },
  );
  if (slices === undefined) return undefined;
  const endpoints = slices.flatMap((slice) => itemsAt(slice, "endpoints"));
  if (endpoints.length > 0)
    return conclude(service, {
      situation: "service-has-endpoints",
      state: "Ready",
      level: "ok",
      because: `${counted(endpoints.length, "endpoint")} of EndpointSlices that somebody else writes`,
      evidence: slices.map(there),
    });
  return conclude(service, {
    situation: "service-without-selector",
    state: "No endpoints",
    level: "error",
    because: "it has no selector, and nobody has written endpoints for it",
    evidence: [field(service, "spec.selector", "")],
  });
};

const selected: Rule = async (service, context) => {
  const labels = labelsAt(service, "spec.selector");
  const place = { group: "", resource: "pods", namespace: service.metadata.namespace };
  const found = await context.reading.list(place, { labelSelector: selectorText(labels) });
  if (found === undefined) return undefined;
  const pods = found.filter((pod) => !isFinished(pod));
  const evidence = [field(service, "spec.selector", selectorText(labels))];
  if (pods.length === 0 && found.length > 0)
    return conclude(service, {
      situation: "service-pods-ended",
      state: "No endpoints",
      level: "error",
      because: `${found.length === 1 ? "its pod has" : `all of its ${found.length} pods have`} ended: ${listed(found.map(({ metadata }) => metadata.name ?? ""))}`,
      evidence: [...evidence, ...found.slice(0, 3).map(there)],
    });
  if (pods.length === 0)
    return conclude(service, {
      situation: "service-selects-no-pods",
      state: "No endpoints",
      level: "error",
      because: `no pod has the labels of its selector, ${selectorText(labels)}${await nearest(service, labels, context)}`,
      evidence,
    });
  const ready = pods.filter(isReady);
  const worst = await worstPod(pods, context);
  const mismatch = unmatchedPort(service, pods);
  if (ready.length > 0 && mismatch !== undefined) return mismatch;
  if (ready.length === 0 && textAt(service, "spec.publishNotReadyAddresses") !== "true")
    return conclude(service, {
      situation: "service-pods-not-ready",
      state: "No endpoints",
      level: "error",
      because: `none of its ${counted(pods.length, "pod")} is ready${worst === undefined ? "" : `, such as ${whoDoesWhat(worst)}`}`,
      evidence: [...evidence, ...pods.slice(0, 3).map(there)],
      causes: [worst],
    });
  const pending = await balancer(service, context);
  if (pending !== undefined) return pending;
  const some = ready.length < pods.length;
  return conclude(service, {
    situation: some ? "service-some-pods-not-ready" : "service-ready",
    state: "Ready",
    level: some ? "warning" : "ok",
    because: `${ready.length} of ${counted(pods.length, "pod")} ready${some && worst !== undefined ? `, without ${whoDoesWhat(worst)}` : ""}`,
    evidence,
    causes: [worst],
  });
};

/** The rules of Services. */
export const serviceRules: readonly Rule[] = [withoutSelector, selected];

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
    return conclude(ingress, {
      situation: "ingress-class-missing",
      state: "Not served",
      level: "error",
      because: `its IngressClass ${name} does not exist, so no controller serves it`,
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
    const about = { level: "error", evidence: [field(ingress, path, name), missing(id)] } as const;
    if (await reading.isMissing(id))
      return conclude(ingress, {
        ...about,
        situation: "ingress-backend-missing",
        state: "No backend",
        because: `its backend, the Service ${name}, does not exist`,
      });
    const service = await reading.get(id);
    if (service === undefined) continue;
    const ports = itemsAt(service, "spec.ports");
    if (port !== "" && !ports.some((one) => textAt(one, "name") === port || textAt(one, "port") === port))
      return conclude(ingress, {
        situation: "ingress-port-missing",
        state: "No backend",
        level: "error",
        because: `its backend, the Service ${name}, has no port ${port}; it has ${listed(ports.map((one) => textAt(one, "port")))}`,
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

const ingressTls: Rule = async (ingress, { reading }) => {
  for (const [i, tls] of itemsAt(ingress, "spec.tls").entries()) {
    const id = objectId("", "Secret", ingress.metadata.namespace ?? "", textAt(tls, "secretName"));
    const path = field(ingress, `spec.tls[${i}].secretName`, id.name);
    const about = { state: "No certificate", level: "error" } as const;
    if (await reading.isMissing(id))
      return conclude(ingress, {
        ...about,
        situation: "ingress-tls-secret-missing",
        because: `the Secret ${id.name} with its certificate does not exist`,
        evidence: [path, missing(id)],
      });
    const secret = await reading.get(id);
    const lacking = ["tls.crt", "tls.key"].filter((key) => labelsAt(secret, "data")[key] === undefined);
    if (secret === undefined || lacking.length === 0) continue;
    return conclude(ingress, {
      ...about,
      situation: "ingress-tls-secret-incomplete",
      because: `the Secret ${id.name} with its certificate lacks ${listed(lacking)}`,
      evidence: [path, there(secret)],
    });
  }
  return undefined;
};

const ingressAddress: Rule = (ingress) => {
  const count = itemsAt(ingress, "status.loadBalancer.ingress").length;
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
    because: "no ingress controller has given it an address",
    evidence,
  });
};

/** The rules of Ingresses. */
export const ingressRules: readonly Rule[] = [ingressBackends, ingressTls, ingressClass, ingressAddress];
