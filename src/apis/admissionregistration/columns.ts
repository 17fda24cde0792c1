import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { recordAt, stringAt } from "../record.ts";
import { ageColumn, at, integer, nameColumn, sizeOf, stringIn, text } from "../table-cells.ts";

/** Table of validating and mutating webhook configurations. */
export const webhookConfigurationTable: TableLayout = {
  columns: [
    nameColumn,
    integer("Webhooks", "How many webhooks it has.", (object) => sizeOf(object["webhooks"])),
    ageColumn,
  ],
};

const kindText = (object: KubeObject): string => {
  const kind = recordAt(recordAt(object, "spec"), "paramKind");
  return stringAt(kind, "kind") === "" ? "<unset>" : `${stringAt(kind, "apiVersion")}/${stringAt(kind, "kind")}`;
};

const paramKindColumn = text("ParamKind", "What its parameters are.", kindText);

export const validatingPolicyTable: TableLayout = {
  columns: [
    nameColumn,
    integer("Validations", "How many expressions it checks.", (object) => sizeOf(at(object, "spec", "validations"))),
    paramKindColumn,
    ageColumn,
  ],
};

export const mutatingPolicyTable: TableLayout = {
  columns: [
    nameColumn,
    integer("Mutations", "How many changes it makes.", (object) => sizeOf(at(object, "spec", "mutations"))),
    paramKindColumn,
    ageColumn,
  ],
};

function paramRefText(binding: KubeObject): string {
  const ref = recordAt(recordAt(binding, "spec"), "paramRef");
  const [namespace, name] = [stringAt(ref, "namespace"), stringAt(ref, "name")];
  if (name === "") return at(binding, "spec", "paramRef") === undefined ? "<unset>" : `${namespace || "*"}/<selector>`;
  return namespace === "" ? name : `${namespace}/${name}`;
}

/** Table of the bindings of validating and mutating policies. */
export const policyBindingTable: TableLayout = {
  columns: [
    nameColumn,
    text("PolicyName", "The policy that is bound.", (object) => stringIn("", object, "spec", "policyName")),
    text("ParamRef", "Its parameters.", paramRefText),
    ageColumn,
  ],
};
