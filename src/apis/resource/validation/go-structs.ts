import type { PrintedValue } from "../../../apimachinery/field-error.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { goRecord, printedValue, type GoMember } from "../../go-print.ts";
import type { JsonRecord } from "../../record.ts";

type Print = (value: unknown) => unknown;

const listOf =
  (print: Print): Print =>
  (value) =>
    Array.isArray(value) ? value.map(print) : null;
const pointerTo =
  (print: Print): Print =>
  (value) =>
    value === undefined || value === null ? null : print(value);
const struct =
  (...members: readonly GoMember[]): Print =>
  (value) =>
    goRecord(isRecord(value) ? value : {}, members);
const same: Print = (value) => value ?? null;

// The structs of the group's internal version, as Go prints them in error messages.
const toleration = struct(
  ["Key", "key", ""],
  ["Operator", "operator", ""],
  ["Value", "value", ""],
  ["Effect", "effect", ""],
  ["TolerationSeconds", "tolerationSeconds", null],
);
const selector = struct(["CEL", "cel", pointerTo(struct(["Expression", "expression", ""]))]);
const exactMembers: readonly GoMember[] = [
  ["DeviceClassName", "deviceClassName", ""],
  ["Selectors", "selectors", listOf(selector)],
  ["AllocationMode", "allocationMode", ""],
  ["Count", "count", 0],
];
const furtherMembers: readonly GoMember[] = [
  ["Tolerations", "tolerations", listOf(toleration)],
  ["Capacity", "capacity", pointerTo(struct(["Requests", "requests", null]))],
];
const request = struct(
  ["Name", "name", ""],
  ["Exactly", "exactly", pointerTo(struct(...exactMembers, ["AdminAccess", "adminAccess", null], ...furtherMembers))],
  ["FirstAvailable", "firstAvailable", listOf(struct(["Name", "name", ""], ...exactMembers, ...furtherMembers))],
);
const opaque: GoMember = [
  "Opaque",
  "opaque",
  pointerTo(struct(["Driver", "driver", ""], ["Parameters", "parameters", same])),
];
const claimSpec = struct([
  "Devices",
  "devices",
  struct(
    ["Requests", "requests", listOf(request)],
    [
      "Constraints",
      "constraints",
      listOf(
        struct(
          ["Requests", "requests", null],
          ["MatchAttribute", "matchAttribute", null],
          ["DistinctAttribute", "distinctAttribute", null],
        ),
      ),
    ],
    ["Config", "config", listOf(struct(["Requests", "requests", null], opaque))],
  ),
]);

const requirement = struct(["Key", "key", ""], ["Operator", "operator", ""], ["Values", "values", null]);
const nodeSelectorTerms = listOf(
  struct(
    ["MatchExpressions", "matchExpressions", listOf(requirement)],
    ["MatchFields", "matchFields", listOf(requirement)],
  ),
);
const result = struct(
  ["Request", "request", ""],
  ["Driver", "driver", ""],
  ["Pool", "pool", ""],
  ["Device", "device", ""],
  ["AdminAccess", "adminAccess", null],
  ["Tolerations", "tolerations", listOf(toleration)],
  ["BindingConditions", "bindingConditions", null],
  ["BindingFailureConditions", "bindingFailureConditions", null],
  ["ShareID", "shareID", null],
  ["ConsumedCapacity", "consumedCapacity", null],
);
const allocation = struct(
  [
    "Devices",
    "devices",
    struct(
      ["Results", "results", listOf(result)],
      ["Config", "config", listOf(struct(["Source", "source", ""], ["Requests", "requests", null], opaque))],
    ),
  ],
  ["NodeSelector", "nodeSelector", pointerTo(struct(["NodeSelectorTerms", "nodeSelectorTerms", nodeSelectorTerms]))],
  ["AllocationTimestamp", "allocationTimestamp", null],
);

const attribute = struct(
  ["IntValue", "int", null],
  ["BoolValue", "bool", null],
  ["StringValue", "string", null],
  ["VersionValue", "version", null],
);

const printer =
  (print: Print) =>
  (value: unknown): PrintedValue =>
    printedValue(print(value));

export const printedClaimSpec = printer(claimSpec);
export const printedAllocation = printer(allocation);
export const printedAttribute = printer(attribute);
export const printedNodeSelectorTerms = printer(nodeSelectorTerms);
/** The metadata of a template is embedded. */
export const printedTemplateSpec = ({ metadata, spec }: JsonRecord): PrintedValue =>
  printedValue({ ...(isRecord(metadata) ? metadata : {}), Spec: claimSpec(spec) });
