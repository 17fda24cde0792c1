import { isRecord } from "../../apimachinery/is-record.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { recordAt, recordsAt, stringAt, type JsonRecord } from "../record.ts";
import { ageColumn, at, integer, nameColumn, sizeOf, stringIn, text } from "../table-cells.ts";

/** Table of validating and mutating webhook configurations. */
export const webhookConfigurationTable: TableLayout = {
  columns: [
    nameColumn,
    integer("Webhooks", "Webhooks indicates the number of webhooks registered in this configuration", (object) =>
      sizeOf(object["webhooks"]),
    ),
    ageColumn,
  ],
};

const kindText = (object: KubeObject): string => {
  const kind = at(object, "spec", "paramKind");
  return isRecord(kind) ? `${stringAt(kind, "apiVersion")}/${stringAt(kind, "kind")}` : "<unset>";
};

const paramKindColumn = text(
  "ParamKind",
  "ParamKind specifies the kind of resources used to parameterize this policy",
  kindText,
);

export const validatingPolicyTable: TableLayout = {
  columns: [
    nameColumn,
    integer(
      "Validations",
      "Validations indicates the number of validation rules defined in this configuration",
      (object) => sizeOf(at(object, "spec", "validations")),
    ),
    paramKindColumn,
    ageColumn,
  ],
};

export const mutatingPolicyTable: TableLayout = {
  columns: [
    nameColumn,
    integer("Mutations", "Mutation indicates the number of mutations rules defined in this configuration", (object) =>
      sizeOf(at(object, "spec", "mutations")),
    ),
    paramKindColumn,
    ageColumn,
  ],
};

const goStrings = (values: unknown): string => (Array.isArray(values) ? `[${values.join(" ")}]` : "[]");

/** Formats a label selector as Go prints it (LabelSelector.String). */
function goSelectorText(selector: JsonRecord): string {
  const labels = Object.entries(recordAt(selector, "matchLabels")).sort(([a], [b]) => (a < b ? -1 : 1));
  const expressions = recordsAt(selector, "matchExpressions").map(
    (expression) =>
      `LabelSelectorRequirement{Key:${stringAt(expression, "key")},Operator:${stringAt(expression, "operator")},` +
      `Values:${goStrings(expression["values"])},},`,
  );
  return (
    `&LabelSelector{MatchLabels:map[string]string{${labels.map(([key, value]) => `${key}: ${String(value)},`).join("")}},` +
    `MatchExpressions:[]LabelSelectorRequirement{${expressions.join("")}},}`
  );
}

function paramRefText(binding: KubeObject): string {
  const ref = recordAt(recordAt(binding, "spec"), "paramRef");
  const [namespace, name] = [stringAt(ref, "namespace"), stringAt(ref, "name")];
  if (name !== "") return `${namespace || "*"}/${name}`;
  const selector = ref["selector"];
  return isRecord(selector) ? goSelectorText(selector) : "<unset>";
}

/** Table of the bindings of validating and mutating policies. */
export const policyBindingTable: TableLayout = {
  columns: [
    nameColumn,
    text("PolicyName", "PolicyName indicates the policy definition which the policy binding binded to", (object) =>
      stringIn("", object, "spec", "policyName"),
    ),
    text("ParamRef", "ParamRef indicates the param resource which sets the configration param", paramRefText),
    ageColumn,
  ],
};
