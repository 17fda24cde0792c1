import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { loadBalancerText } from "../core/service/columns.ts";
import { recordAt, recordsAt, stringAt } from "../record.ts";
import { ageColumn, at, nameColumn, printed, selectorText, sizeOf, stringIn, text } from "../table-cells.ts";

function hostsText(ingress: KubeObject): string {
  const rules = recordsAt(recordAt(ingress, "spec"), "rules");
  const hosts: string[] = [];
  for (const rule of rules) {
    // Any rule after the third host counts, even one without a host.
    if (hosts.length === 3) return `${hosts.join(",")} + ${rules.length - 3} more...`;
    const host = stringAt(rule, "host");
    if (host !== "") hosts.push(host);
  }
  return hosts.length === 0 ? "*" : hosts.join(",");
}

export const ingressTable: TableLayout = {
  columns: [
    nameColumn,
    text("Class", "The name of the IngressClass resource that should be used for additional configuration", (ingress) =>
      printed("<none>", at(ingress, "spec", "ingressClassName")),
    ),
    text("Hosts", "Hosts that incoming requests are matched against before the ingress rule", hostsText),
    text("Address", "Address is a list containing ingress points for the load-balancer", (ingress) =>
      loadBalancerText(recordAt(ingress, "status")),
    ),
    text("Ports", "Ports of TLS configurations that open", (ingress) =>
      sizeOf(at(ingress, "spec", "tls")) > 0 ? "80, 443" : "80",
    ),
    ageColumn,
  ],
};

function parametersText(ingressClass: KubeObject): string {
  const parameters = at(ingressClass, "spec", "parameters");
  if (!isRecord(parameters)) return "<none>";
  const group = parameters["apiGroup"];
  const kind = stringAt(parameters, "kind") + (typeof group === "string" ? `.${group}` : "");
  return `${kind}/${stringAt(parameters, "name")}`;
}

export const ingressClassTable: TableLayout = {
  columns: [
    nameColumn,
    text("Controller", "Controller that is responsible for handling this class", (object) =>
      stringIn("", object, "spec", "controller"),
    ),
    text("Parameters", "A reference to a resource with additional parameters", parametersText),
    ageColumn,
  ],
};

export const networkPolicyTable: TableLayout = {
  columns: [
    nameColumn,
    text("Pod-Selector", "Which pods it is about.", (object) => selectorText(recordAt(object, "spec"), "podSelector")),
    ageColumn,
  ],
};

const listText = (value: unknown): string => (Array.isArray(value) ? value.join(",") : "");

export const serviceCidrTable: TableLayout = {
  columns: [
    nameColumn,
    text("CIDRs", "Its ranges of addresses.", (object) => listText(at(object, "spec", "cidrs"))),
    ageColumn,
  ],
};

function parentText(address: KubeObject): string {
  const parent = at(address, "spec", "parentRef");
  if (!isRecord(parent)) return "<none>";
  const [group, namespace] = [stringAt(parent, "group"), stringAt(parent, "namespace")];
  const resource = stringAt(parent, "resource") + (group === "" ? "" : `.${group}`);
  return [resource.toLowerCase(), ...(namespace === "" ? [] : [namespace]), stringAt(parent, "name")].join("/");
}

export const ipAddressTable: TableLayout = {
  columns: [
    nameColumn,
    text("ParentRef", "What has the address.", parentText),
    { ...ageColumn, undefinedInTable: true },
  ],
};
