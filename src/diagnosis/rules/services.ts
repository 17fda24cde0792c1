import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import { nearestWord } from "../../apimachinery/edit-distance.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { byEvent, conclude, field, there } from "../conclude.ts";
import type { Diagnosis } from "../diagnosis.ts";
import { itemsAt, textsAt, labelsAt, textAt } from "../fields.ts";
import type { Rule, RuleContext } from "../rule.ts";
import { isFinished } from "../views.ts";
import { counted, firstLine, listed } from "../words.ts";
import { podsElsewhere } from "./elsewhere.ts";
import { externalName } from "./external-names.ts";
import { isolatedBy } from "./isolation.ts";
import { takesRequests, whoDoesWhat, worstPod } from "./owned-pods.ts";

const selectorText = (labels: Readonly<Record<string, string>>): string =>
  labelSelectorAsSelector({ matchLabels: labels }).toString();

/** What the pods of a namespace have in place of a selector's labels, and whether one of them must be meant. */
interface Near {
  readonly words: string;
  readonly isMeant: boolean;
}

/** The pods of a namespace whose labels come nearest to a selector, and the label that they lack or have otherwise. */
export async function nearest(
  service: KubeObject,
  selector: Readonly<Record<string, string>>,
  { reading }: RuleContext,
): Promise<Near> {
  const pods = await reading.all({ group: "", resource: "pods", namespace: service.metadata.namespace });
  const entries = Object.entries(selector);
  const near = pods.flatMap((pod) => {
    const labels = pod.metadata.labels ?? {};
    const wrong = entries.filter(([key, value]) => labels[key] !== value);
    const [key = ""] = wrong[0] ?? [];
    const isNear = wrong.length === 1 && (labels[key] !== undefined || entries.length > 1);
    return isNear ? [{ name: pod.metadata.name ?? "", key, value: labels[key] }] : [];
  });
  const others = near.filter(({ value }) => value !== undefined);
  const [best] = others.length > 0 ? others : near;
  if (best === undefined) return { words: "", isMeant: false };
  if (best.value === undefined) return { words: `; ${best.name} lacks ${best.key}`, isMeant: true };
  const values = [...new Set(others.flatMap(({ key, value = "" }) => (key === best.key ? [value] : [])))].toSorted();
  const meant = nearestWord(selector[best.key] ?? "", values);
  const one = values.length === 1 ? best : others.find(({ key, value }) => key === best.key && value === meant);
  const words =
    one === undefined
      ? `; the pods of its namespace have ${listed(
          values.map((value) => `${best.key}=${value}`),
          3,
        )}`
      : `; ${one.name} has ${one.key}=${one.value ?? ""}`;
  return { words, isMeant: entries.length > 1 || meant !== undefined };
}

const portsOf = (pod: KubeObject) =>
  itemsAt(pod, "spec.containers").flatMap((container) => itemsAt(container, "ports"));

const protocolOf = (port: unknown): string => textAt(port, "protocol") || "TCP";

/** A protocol behind a port, where it is another one than what is asked for. */
const otherProtocol = (has: string, wanted: string): string => (has === wanted ? "" : `/${has}`);

/** A target port, with the name of its port where a Service has several. */
const whichPort = (service: KubeObject, port: unknown): string =>
  itemsAt(service, "spec.ports").length > 1
    ? `the targetPort of its port ${textAt(port, "name") || textAt(port, "port")},`
    : "its targetPort";

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
      because: `${whichPort(service, port)} ${target}${offered.some((one) => one.includes("/")) ? `/${protocol}` : ""}${itemsAt(service, "spec.ports").length > 1 ? "," : ""} is no port of its pods, ${offered.length === 0 ? "which declare none" : `which declare ${listed(offered)}`}`,
      evidence: [field(service, `spec.ports[${i}].targetPort`, target), ...pods.slice(0, 1).map(there)],
    });
  }
  return undefined;
}

/** A named target port that some of the pods have and others do not: those get no requests at that port. */
function partlyUnmatchedPort(service: KubeObject, pods: readonly KubeObject[]): Diagnosis | undefined {
  for (const [i, port] of itemsAt(service, "spec.ports").entries()) {
    const target = port["targetPort"];
    if (typeof target !== "string") continue;
    const isIt = (one: unknown): boolean => textAt(one, "name") === target && protocolOf(one) === protocolOf(port);
    const without = pods.filter((pod) => !portsOf(pod).some(isIt));
    if (without.length === 0 || without.length === pods.length) continue;
    const names = listed(without.map(({ metadata }) => metadata.name ?? ""));
    return conclude(service, {
      situation: "service-target-port-partly-unmatched",
      state: "Ready",
      level: "warning",
      because: `${without.length} of its ${counted(pods.length, "pod")} ${without.length === 1 ? "has" : "have"} no port named ${target}, so ${names} ${without.length === 1 ? "gets" : "get"} no requests at it`,
      evidence: [field(service, `spec.ports[${i}].targetPort`, target), ...without.slice(0, 3).map(there)],
    });
  }
  return undefined;
}

const balancer: Rule = async (service, { reading }) => {
  if (textAt(service, "spec.type") !== "LoadBalancer" || itemsAt(service, "status.loadBalancer.ingress").length > 0)
    return undefined;
  const event = (await reading.events(service)).find(({ reason }) => reason === "SyncLoadBalancerFailed");
  const loadBalancerClass = textAt(service, "spec.loadBalancerClass");
  return conclude(service, {
    situation: event === undefined ? "service-load-balancer-pending" : "service-load-balancer-failed",
    state: "Pending",
    level: "warning",
    because:
      event === undefined
        ? `no load balancer has been given to it: that is the part of ${loadBalancerClass === "" ? "a cloud provider's controller" : `the controller of its loadBalancerClass, ${loadBalancerClass}`}`
        : firstLine(event.message),
    evidence: [field(service, "spec.type"), ...byEvent(service, event)],
  });
};

const withoutSelector: Rule = async (service, { reading }) => {
  if (Object.keys(labelsAt(service, "spec.selector")).length > 0) return undefined;
  const { namespace, name = "" } = service.metadata;
  const labelSelector = `kubernetes.io/service-name=${name}`;
  const labelled = await reading.list(
    { group: "discovery.k8s.io", resource: "endpointslices", namespace },
    { labelSelector },
  );
  if (labelled === undefined) return undefined;
  // kube-proxy leaves out slices of other families than those of the Service.
  const families = textsAt(service, "spec.ipFamilies");
  const isOfFamily = (slice: KubeObject): boolean =>
    families.length === 0 || families.includes(textAt(slice, "addressType"));
  const slices = labelled.filter(isOfFamily);
  const [other] = labelled;
  if (other !== undefined && slices.length === 0)
    return conclude(service, {
      situation: "service-slice-of-other-family",
      state: "No endpoints",
      level: "error",
      because: `it is of the family ${listed(families)}, and ${other.metadata.name ?? ""} has endpoints of ${textAt(other, "addressType")}`,
      evidence: [field(service, "spec.ipFamilies", families.join(", ")), field(other, "addressType")],
    });
  const endpoints = slices.flatMap((slice) => itemsAt(slice, "endpoints"));
  const offered = slices.flatMap((slice) => itemsAt(slice, "ports").map((port) => textAt(port, "name")));
  // kube-proxy matches the ports of slices by their names (EndpointPort.name).
  const at = itemsAt(service, "spec.ports").findIndex((port) => !offered.includes(textAt(port, "name")));
  const called = (port: string): string => (port === "" ? "without a name" : port);
  if (endpoints.length > 0 && at >= 0)
    return conclude(service, {
      situation: "service-slice-port-unmatched",
      state: "No endpoints",
      level: "error",
      because: `its port ${called(textAt(itemsAt(service, "spec.ports")[at], "name"))} has none: ports of EndpointSlices are matched by name, and ${listed(slices.map(({ metadata }) => metadata.name ?? ""))} has ${offered.length === 0 ? "none" : listed(offered.map(called))}`,
      evidence: [
        field(service, `spec.ports[${at}].name`, textAt(itemsAt(service, "spec.ports")[at], "name")),
        ...slices.slice(0, 3).map(there),
      ],
    });
  if (endpoints.length > 0)
    return conclude(service, {
      situation: "service-has-endpoints",
      state: "Ready",
      level: "ok",
      because: `${counted(endpoints.length, "endpoint")} of EndpointSlices that somebody else writes`,
      evidence: slices.map(there),
    });
  const all = await reading.all({ group: "discovery.k8s.io", resource: "endpointslices", namespace });
  const meant = all.find(
    ({ metadata }) =>
      metadata.labels?.["kubernetes.io/service-name"] === undefined && metadata.name?.startsWith(name) === true,
  );
  const hint =
    meant === undefined ? "" : `; the EndpointSlice ${meant.metadata.name ?? ""} lacks the label ${labelSelector}`;
  return conclude(service, {
    situation: "service-without-selector",
    state: "No endpoints",
    level: "error",
    because: `it has no selector, and nobody has written endpoints for it${hint}`,
    evidence: [field(service, "spec.selector", ""), ...(meant === undefined ? [] : [there(meant)])],
  });
};

/** The workload whose template has the labels of a selector, and why it has no pods. */
async function makerOf(
  { metadata: { namespace } }: KubeObject,
  labels: Readonly<Record<string, string>>,
  { reading, causeOf }: RuleContext,
): Promise<{ readonly maker: KubeObject; readonly cause: Diagnosis } | undefined> {
  const entries = Object.entries(labels);
  for (const resource of ["deployments", "statefulsets", "daemonsets"])
    for (const maker of await reading.all({ group: "apps", resource, namespace })) {
      const made = labelsAt(maker, "spec.template.metadata.labels");
      const cause = entries.every(([key, value]) => made[key] === value) ? await causeOf(maker) : undefined;
      if (cause !== undefined) return { maker, cause };
    }
  return undefined;
}

/**
 * A Service whose selector no pod of its namespace has: what would make such pods, else the pod that comes nearest,
 * else one of another namespace.
 */
async function selectsNone(
  service: KubeObject,
  labels: Readonly<Record<string, string>>,
  context: RuleContext,
): Promise<Diagnosis> {
  const selector = selectorText(labels);
  const found = await makerOf(service, labels, context);
  if (found !== undefined)
    return conclude(service, {
      situation: "service-pods-not-made",
      state: "No endpoints",
      level: found.cause.state === "Scaled to zero" ? "warning" : "error",
      because: `no pod has the labels of its selector, ${selector}: the ${found.maker.kind ?? ""} ${found.cause.object.name}, which makes them, ${found.cause.predicate}`,
      evidence: [field(service, "spec.selector", selector), there(found.maker)],
      causes: [found.cause],
    });
  const near = await nearest(service, labels, context);
  const other = near.isMeant
    ? undefined
    : await podsElsewhere(service.metadata.namespace ?? "", selector, context.reading);
  return conclude(service, {
    situation: "service-selects-no-pods",
    state: "No endpoints",
    level: "error",
    because: `no pod has the labels of its selector, ${selector}${(other?.text ?? "") || near.words}`,
    evidence: [field(service, "spec.selector", selector), ...(other?.evidence ?? [])],
  });
}

/** A Service whose requests stay on the node where they arrive, of which some have none of its pods. */
async function localTraffic(service: KubeObject, ready: readonly KubeObject[], { reading }: RuleContext) {
  if (textAt(service, "spec.clusterIP") === "None") return undefined; // names lead to its pods, wherever they are
  const isOpen = textAt(service, "spec.type") === "NodePort";
  const path = ["internalTrafficPolicy", ...(isOpen ? ["externalTrafficPolicy"] : [])].find(
    (name) => textAt(service, `spec.${name}`) === "Local",
  );
  if (path === undefined) return undefined;
  const nodes = await reading.all({ group: "", resource: "nodes" });
  const used = new Set(ready.map((pod) => textAt(pod, "spec.nodeName")));
  const without = nodes.map(({ metadata }) => metadata.name ?? "").filter((name) => !used.has(name));
  if (without.length === 0) return undefined;
  const who = path === "internalTrafficPolicy" ? "what runs on" : "what asks at";
  const have = without.length === 1 ? "has none of its pods" : "have none of its pods";
  return conclude(service, {
    situation: "service-answers-on-some-nodes",
    state: "Ready",
    level: "warning",
    because: `${ready.length} of ${counted(ready.length, "pod")} ready, but ${path} is Local: ${who} ${listed(without, 4)} gets no answer, since ${without.length === 1 ? "it" : "they"} ${have}`,
    evidence: [field(service, `spec.${path}`), ...ready.slice(0, 3).map(there)],
  });
}

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
  if (pods.length === 0) return selectsNone(service, labels, context);
  const ready = pods.filter(takesRequests);
  const worst = await worstPod(pods, context);
  const mismatch = unmatchedPort(service, pods) ?? partlyUnmatchedPort(service, pods);
  if (ready.length > 0 && mismatch !== undefined) return mismatch;
  const publishes = textAt(service, "spec.publishNotReadyAddresses") === "true";
  if (publishes && ready.length < pods.length)
    return conclude(service, {
      situation: "service-publishes-not-ready-pods",
      state: "Ready",
      level: "warning",
      because: `${ready.length} of ${counted(pods.length, "pod")} ready, and publishNotReadyAddresses sends requests to the others as well${worst === undefined ? "" : `, such as ${whoDoesWhat(worst)}`}`,
      evidence: [...evidence, field(service, "spec.publishNotReadyAddresses")],
      causes: [worst],
    });
  if (ready.length === 0)
    return conclude(service, {
      situation: "service-pods-not-ready",
      state: "No endpoints",
      level: worst?.level === "progressing" ? "progressing" : "error",
      because:
        pods.length === 1
          ? `its only pod is not ready${worst === undefined ? "" : `: ${whoDoesWhat(worst)}`}`
          : `none of its ${counted(pods.length, "pod")} is ready${worst === undefined ? "" : `, such as ${whoDoesWhat(worst)}`}`,
      evidence: [...evidence, ...pods.slice(0, 3).map(there)],
      causes: [worst],
    });
  const closed = await isolatedBy(service, ready, context);
  if (closed !== undefined)
    return conclude(service, {
      situation: "service-pods-isolated",
      state: "Not reached",
      level: "warning",
      because: `${ready.length} of ${counted(pods.length, "pod")} ready, and the ${closed.length === 1 ? "NetworkPolicy" : "NetworkPolicies"} ${listed(closed.map(({ metadata }) => metadata.name ?? ""))} ${closed.length === 1 ? "lets" : "let"} no request through to its ${itemsAt(service, "spec.ports").length === 1 ? "port" : "ports"}`,
      evidence: [...evidence, ...closed.slice(0, 3).map(there)],
    });
  const pending = await balancer(service, context);
  if (pending !== undefined) return pending;
  const some = ready.length < pods.length;
  const local = some ? undefined : await localTraffic(service, ready, context);
  if (local !== undefined) return local;
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
export const serviceRules: readonly Rule[] = [externalName, withoutSelector, selected];
