import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { loadBalancerText } from "../core/service-columns.ts";
import { recordAt, recordsAt, stringAt } from "../record.ts";
import { ageColumn, at, nameColumn, selectorText, sizeOf, stringIn, text } from "../table-cells.ts";

function hostsText(ingress: KubeObject): string {
  const rules = recordsAt(recordAt(ingress, "spec"), "rules");
  const hosts = rules.map((rule) => stringAt(rule, "host")).filter((host) => host !== "");
  if (hosts.length === 0) return "*";
  return hosts.length > 3 ? `${hosts.slice(0, 3).join(",")} + ${rules.length - 3} more...` : hosts.join(",");
}

export const ingressTable: TableLayout = {
  columns: [
    nameColumn,
    text("Class", "Which controller takes care of it.", (ingress) =>
      stringIn(
        ingress.metadata.annotations?.["kubernetes.io/ingress.class"] ?? "<none>",
        ingress,
        "spec",
        "ingressClassName",
      ),
    ),
    text("Hosts", "The hosts it is for.", hostsText),
    text("Address", "Where it is reached.", (ingress) => loadBalancerText(recordAt(ingress, "status"))),
    text("Ports", "Its ports.", (ingress) => (sizeOf(at(ingress, "spec", "tls")) > 0 ? "80, 443" : "80")),
    ageColumn,
  ],
};

function parametersText(ingressClass: KubeObject): string {
  const parameters = recordAt(recordAt(ingressClass, "spec"), "parameters");
  const [group, kind, name] = [
    stringAt(parameters, "apiGroup"),
    stringAt(parameters, "kind"),
    stringAt(parameters, "name"),
  ];
  if (name === "") return "<none>";
  return group === "" ? `${kind}/${name}` : `${kind}.${group}/${name}`;
}

export const ingressClassTable: TableLayout = {
  columns: [
    nameColumn,
    text("Controller", "Who takes care of its ingresses.", (object) => stringIn("", object, "spec", "controller")),
    text("Parameters", "What else it needs to know.", parametersText),
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
  const parent = recordAt(recordAt(address, "spec"), "parentRef");
  const group = stringAt(parent, "group");
  const resource = `${stringAt(parent, "resource")}${group === "" ? "" : `.${group}`}`.toLowerCase();
  const parts = [resource, stringAt(parent, "namespace"), stringAt(parent, "name")].filter((part) => part !== "");
  return parts.join("/") || "<none>";
}

export const ipAddressTable: TableLayout = {
  columns: [nameColumn, text("ParentRef", "What has the address.", parentText)],
};
