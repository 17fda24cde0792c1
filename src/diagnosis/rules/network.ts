import { serviceNameLabel } from "../../apimachinery/labels/well-known.ts";
import { labelSelectorAsSelector } from "../../apimachinery/labels/label-selector.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { conclude, field, missing } from "../conclude.ts";
import { itemsAt, membersAt, textAt, textsAt, valueAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { Rule, RuleContext } from "../rule.ts";
import { isFinished } from "../views.ts";
import { counted, listed } from "../words.ts";
import { selectorOf } from "./owned-pods.ts";

const directions = { Ingress: "incoming", Egress: "outgoing" } as const;
type Direction = keyof typeof directions;

/** Which traffic a policy is about: its policyTypes, else what its rules tell. */
function typesOf(policy: KubeObject): readonly Direction[] {
  const types = textsAt(policy, "spec.policyTypes").filter((type) => type === "Ingress" || type === "Egress");
  if (types.length > 0) return types;
  return itemsAt(policy, "spec.egress").length > 0 ? ["Ingress", "Egress"] : ["Ingress"];
}

const rulesAt = (policy: KubeObject, type: Direction) => itemsAt(policy, `spec.${type.toLowerCase()}`);

/** Peers of a policy that select nothing: the words for them, and where their selector stands. */
interface EmptyPeer {
  readonly type: Direction;
  readonly words: string;
  readonly path: string;
  readonly selector: string;
}

/** A selector among the peers of a policy that no pod of its namespace, or no namespace, matches. */
async function emptyPeer(policy: KubeObject, { reading }: RuleContext): Promise<EmptyPeer | undefined> {
  const { namespace } = policy.metadata;
  for (const type of typesOf(policy))
    for (const [i, rule] of rulesAt(policy, type).entries()) {
      const member = type === "Ingress" ? "from" : "to";
      const peers = itemsAt(rule, member);
      const [peer] = peers;
      if (peers.length !== 1 || peer === undefined) continue;
      const ofNamespaces = peer["namespaceSelector"] !== undefined;
      const name = ofNamespaces ? "namespaceSelector" : "podSelector";
      if (peer[name] === undefined) continue;
      const selector = labelSelectorAsSelector(membersAt(peer, name)).toString();
      const place = ofNamespaces ? { group: "", resource: "namespaces" } : { group: "", resource: "pods", namespace };
      const found = selector === "" ? undefined : await reading.list(place, { labelSelector: selector });
      if (found?.length !== 0) continue;
      const whose = type === "Ingress" ? "of" : "to";
      const words = `${whose} ${ofNamespaces ? "namespaces" : "pods"} with ${selector}, of which there are none`;
      return { type, words, selector, path: `spec.${type.toLowerCase()}[${i}].${member}[0].${name}` };
    }
  return undefined;
}

/** Rules of a direction that the policyTypes of a policy leave out, so that they do not count. */
const uncounted = (policy: KubeObject): Direction | undefined =>
  (["Ingress", "Egress"] as const).find((type) => !typesOf(policy).includes(type) && rulesAt(policy, type).length > 0);

/** A port that incoming traffic is allowed to, and that none of the pods declares. */
function unmatchedPort(policy: KubeObject, pods: readonly KubeObject[]) {
  if (!typesOf(policy).includes("Ingress")) return undefined;
  const declared = new Set(
    pods
      .flatMap((pod) => itemsAt(pod, "spec.containers").flatMap((one) => itemsAt(one, "ports")))
      .map((port) => port["name"]),
  );
  for (const [i, rule] of rulesAt(policy, "Ingress").entries())
    for (const [j, port] of itemsAt(rule, "ports").entries()) {
      const name = textAt(port, "port");
      if (/[a-z]/.test(name) && !declared.has(name))
        return {
          words: `the port ${name}, which none of them declares by that name`,
          path: `spec.ingress[${i}].ports[${j}].port`,
          name,
        };
    }
  return undeclaredPorts(policy, pods);
}

const dnsPort = "53";

/** Ports that incoming traffic is allowed to by their numbers, where the pods declare others only. */
function undeclaredPorts(policy: KubeObject, pods: readonly KubeObject[]) {
  const rules = rulesAt(policy, "Ingress");
  const declared = pods.map((pod) =>
    itemsAt(pod, "spec.containers").flatMap((one) =>
      itemsAt(one, "ports").map((port) => textAt(port, "containerPort")),
    ),
  );
  const wanted = rules.flatMap((rule) => itemsAt(rule, "ports").map((port) => textAt(port, "port")));
  const isPlain = rules.every((rule) =>
    itemsAt(rule, "ports").some((port) => /^\d+$/.test(textAt(port, "port")) && textAt(port, "endPort") === ""),
  );
  // Pods that declare nothing may listen anywhere.
  if (rules.length === 0 || !isPlain || declared.some((ports) => ports.length === 0)) return undefined;
  if (wanted.some((port) => !/^\d+$/.test(port) || declared.some((ports) => ports.includes(port)))) return undefined;
  const name = listed([...new Set(wanted)]);
  const words = `port ${name} only, while the pods declare ${listed([...new Set(declared.flat())])}`;
  return { words, path: "spec.ingress[0].ports", name };
}

/** Reports whether a policy lets no query of names through: it restricts outgoing traffic to other ports. */
function blocksDns(policy: KubeObject): boolean {
  const rules = rulesAt(policy, "Egress");
  if (!typesOf(policy).includes("Egress") || rules.length === 0) return false;
  const letsDns = (port: unknown): boolean => {
    const [first, last] = [textAt(port, "port"), textAt(port, "endPort")];
    if (first === "" || first === dnsPort || !/^\d+$/.test(first)) return true;
    return last !== "" && Number(first) <= Number(dnsPort) && Number(last) >= Number(dnsPort);
  };
  return rules.every((rule) => {
    const ports = itemsAt(rule, "ports");
    return ports.length > 0 && !ports.some(letsDns);
  });
}

/** What traffic a policy allows, by the directions that it is about, some of which have no rules. */
function allowed(policy: KubeObject, types: readonly Direction[], closed: readonly Direction[]): readonly string[] {
  const open = types.filter((type) => !closed.includes(type));
  const isOpen = (type: Direction): boolean => rulesAt(policy, type).some((rule) => Object.keys(rule).length === 0);
  const traffic = (list: readonly Direction[], and: string): string =>
    list.map((type) => directions[type]).join(` ${and} `);
  const [whole, ruled] = [open.filter(isOpen), open.filter((type) => !isOpen(type))];
  return [
    ...(closed.length === 0 ? [] : [`no ${traffic(closed, "or")} traffic is allowed`]),
    ...(whole.length === 0 ? [] : [`all ${traffic(whole, "and")} traffic is allowed by an empty rule`]),
    ...(ruled.length === 0 ? [] : [`${traffic(ruled, "and")} traffic is allowed as its rules say`]),
  ];
}

/** The rules of NetworkPolicies: which pods they isolate, and from what. */
export const networkPolicyRules: readonly Rule[] = [
  async (policy, context) => {
    const selector = selectorOf(policy, "spec.podSelector");
    const place = { group: "", resource: "pods", namespace: policy.metadata.namespace };
    const found = await context.reading.list(place, { labelSelector: selector });
    if (found === undefined) return undefined;
    const pods = found.filter((pod) => !isFinished(pod));
    const evidence = [field(policy, "spec.podSelector", selector)];
    if (pods.length === 0)
      return conclude(policy, {
        situation: "network-policy-selects-no-pods",
        state: "Without effect",
        level: "warning",
        because: selector === "" ? "its namespace has no pods" : `no pod has the labels of its selector, ${selector}`,
        evidence,
      });
    const types = typesOf(policy);
    const closed = types.filter((type) => rulesAt(policy, type).length === 0);
    const who = selector === "" ? "all pods of its namespace" : counted(pods.length, "pod");
    const parts = allowed(policy, types, closed);
    const unused = uncounted(policy);
    if (unused !== undefined)
      return conclude(policy, {
        situation: "network-policy-rules-do-not-count",
        state: "Isolates",
        level: "warning",
        because: `${who}, ${parts.join(", ")}; its rules of ${directions[unused]} traffic do not count: policyTypes leaves ${unused} out`,
        evidence: [...evidence, field(policy, "spec.policyTypes", types.join(", "))],
      });
    const port = unmatchedPort(policy, pods);
    if (port !== undefined)
      return conclude(policy, {
        situation: "network-policy-port-unmatched",
        state: "Isolates",
        level: "warning",
        because: `${who}, and allows incoming traffic to ${port.words}`,
        evidence: [...evidence, field(policy, port.path, port.name)],
      });
    const peer = await emptyPeer(policy, context);
    if (peer !== undefined)
      return conclude(policy, {
        situation: "network-policy-peer-selects-no-pods",
        state: "Isolates",
        level: "warning",
        because: `${who}, and allows ${directions[peer.type]} traffic ${peer.words}`,
        evidence: [...evidence, field(policy, peer.path, peer.selector)],
      });
    if (blocksDns(policy))
      return conclude(policy, {
        situation: "network-policy-blocks-dns",
        state: "Isolates",
        level: "warning",
        because: `${who}, and allows no outgoing traffic to port ${dnsPort}: names of Services and hosts are not resolved`,
        evidence: [...evidence, field(policy, "spec.egress", String(rulesAt(policy, "Egress").length))],
      });
    return conclude(policy, {
      situation: closed.length > 0 ? "network-policy-denies" : "network-policy-isolates",
      state: "Isolates",
      level: "ok",
      because: `${who}, ${parts.join(", ")}`,
      evidence: [...evidence, field(policy, "spec.policyTypes", types.join(", "))],
    });
  },
];

/** The rules of EndpointSlices: the Service that they are of, and which endpoints are ready. */
export const endpointSliceRules: readonly Rule[] = [
  async (slice, { reading }) => {
    const name = slice.metadata.labels?.[serviceNameLabel] ?? "";
    const path = field(slice, `metadata.labels.${serviceNameLabel}`, name);
    const id = objectId("", "Service", slice.metadata.namespace ?? "", name);
    if (name === "" || (await reading.isMissing(id)))
      return conclude(slice, {
        situation: name === "" ? "slice-without-service" : "slice-service-missing",
        state: "Unused",
        level: "warning",
        because:
          name === "" ? `it names no Service in its label ${serviceNameLabel}` : `its Service ${name} does not exist`,
        evidence: name === "" ? [path] : [path, missing(id)],
      });
    const endpoints = itemsAt(slice, "endpoints");
    const unready = endpoints.filter((endpoint) => valueAt(endpoint, "conditions.ready") === false);
    const names = unready.map(
      (endpoint) => textAt(endpoint, "targetRef.name") || (textsAt(endpoint, "addresses")[0] ?? ""),
    );
    const evidence = [path, field(slice, "endpoints", String(endpoints.length))];
    if (endpoints.length === 0)
      return conclude(slice, {
        situation: "slice-empty",
        state: "No endpoints",
        level: "warning",
        because: `the Service ${name} has no pods here`,
        evidence,
      });
    const ready = `${endpoints.length - unready.length} of ${counted(endpoints.length, "endpoint")} ready`;
    return conclude(slice, {
      situation: unready.length === 0 ? "slice-ready" : "slice-not-ready",
      state: unready.length === endpoints.length ? "Not ready" : "Ready",
      level: unready.length === 0 ? "ok" : unready.length === endpoints.length ? "error" : "warning",
      because: unready.length === 0 ? ready : `${ready}, without ${listed(names)}`,
      evidence,
    });
  },
];
