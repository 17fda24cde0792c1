import { humanDuration } from "../apimachinery/human-duration.ts";
import type { KubeObject } from "../apimachinery/meta.ts";
import type { TableLayout } from "../apiserver/registry/table-column.ts";
import { recordAt, recordsAt, stringAt } from "./record.ts";
import {
  ageColumn,
  at,
  boolean,
  firstOf,
  integer,
  nameColumn,
  numberIn,
  printed,
  sizeOf,
  stringIn,
  text,
} from "./table-cells.ts";

export const leaseTable: TableLayout = {
  columns: [
    nameColumn,
    text("Holder", "Who has it.", (object) => stringIn("", object, "spec", "holderIdentity")),
    ageColumn,
  ],
};

export const podDisruptionBudgetTable: TableLayout = {
  columns: [
    nameColumn,
    text("Min Available", "How many pods must stay.", (object) => printed("N/A", at(object, "spec", "minAvailable"))),
    text("Max Unavailable", "How many pods may go.", (object) => printed("N/A", at(object, "spec", "maxUnavailable"))),
    integer("Allowed Disruptions", "How many pods may go now.", (object) =>
      numberIn(object, "status", "disruptionsAllowed"),
    ),
    ageColumn,
  ],
};

export const priorityClassTable: TableLayout = {
  columns: [
    nameColumn,
    integer("Value", "How important its pods are.", (object) => numberIn(object, "value")),
    boolean(
      "Global-Default",
      "Whether pods without a class are of it.",
      (object) => at(object, "globalDefault") === true,
    ),
    ageColumn,
    text("PreemptionPolicy", "Whether its pods drive out others.", (object) =>
      stringIn("", object, "preemptionPolicy"),
    ),
  ],
};

export const runtimeClassTable: TableLayout = {
  columns: [nameColumn, text("Handler", "What runs its pods.", (object) => stringIn("", object, "handler")), ageColumn],
};

const slicePorts = (slice: KubeObject): string => {
  const ports = recordsAt(slice, "ports").map((port) => printed(stringIn("*", port, "name"), at(port, "port")));
  return ports.length === 0 ? "<unset>" : firstOf(ports, 3, ",");
};

const sliceAddresses = (slice: KubeObject): string => {
  const addresses = recordsAt(slice, "endpoints").flatMap((endpoint) =>
    Array.isArray(endpoint["addresses"]) ? endpoint["addresses"].map(String) : [],
  );
  return addresses.length === 0 ? "<unset>" : firstOf(addresses, 3, ",");
};

export const endpointSliceTable: TableLayout = {
  columns: [
    nameColumn,
    text("AddressType", "What its addresses are.", (object) => stringIn("", object, "addressType")),
    text("Ports", "Its ports.", slicePorts),
    text("Endpoints", "Its addresses.", sliceAddresses),
    ageColumn,
  ],
};

/** Webhook configurations of both kinds. */
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

/** Bindings of policies of both kinds. */
export const policyBindingTable: TableLayout = {
  columns: [
    nameColumn,
    text("PolicyName", "The policy that is bound.", (object) => stringIn("", object, "spec", "policyName")),
    text("ParamRef", "Its parameters.", paramRefText),
    ageColumn,
  ],
};

function csrStatus(request: KubeObject): string {
  const types = recordsAt(recordAt(request, "status"), "conditions").map((condition) => stringAt(condition, "type"));
  const decided = types.includes("Denied") ? "Denied" : types.includes("Approved") ? "Approved" : "Pending";
  const failed = types.includes("Failed") ? ",Failed" : "";
  return `${decided}${failed}${stringIn("", request, "status", "certificate") === "" ? "" : ",Issued"}`;
}

export const certificateSigningRequestTable: TableLayout = {
  columns: [
    nameColumn,
    ageColumn,
    text("SignerName", "Who is to sign.", (object) => stringIn("<none>", object, "spec", "signerName")),
    text("Requestor", "Who asks.", (object) => stringIn("", object, "spec", "username")),
    text("RequestedDuration", "For how long.", (object) =>
      requestedDuration(numberIn(object, "spec", "expirationSeconds")),
    ),
    text("Condition", "What was decided.", csrStatus),
  ],
};

const requestedDuration = (seconds: number): string => (seconds === 0 ? "<none>" : humanDuration(seconds * 1000));

function availability(service: KubeObject): string {
  const condition = recordsAt(recordAt(service, "status"), "conditions").find(
    (candidate) => stringAt(candidate, "type") === "Available",
  );
  if (condition === undefined) return "Unknown";
  return condition["status"] === "True"
    ? "True"
    : `${stringAt(condition, "status")} (${stringAt(condition, "reason")})`;
}

export const apiServiceTable: TableLayout = {
  columns: [
    nameColumn,
    text("Service", "Who serves it.", (object) => {
      const service = recordAt(recordAt(object, "spec"), "service");
      return stringAt(service, "name") === ""
        ? "Local"
        : `${stringAt(service, "namespace")}/${stringAt(service, "name")}`;
    }),
    text("Available", "Whether it answers.", availability),
    ageColumn,
  ],
};
