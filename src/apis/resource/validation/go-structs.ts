import type { PrintedValue } from "../../../apimachinery/field-error.ts";
import { isRecord } from "../../../apimachinery/is-record.ts";
import { listOf, pointerTo, printedAs, structOf, type GoMember } from "../../go-print.ts";
import type { JsonRecord } from "../../record.ts";

type Members = readonly GoMember[];

// The structs of the group's internal version, as Go prints them in error messages.
const toleration: Members = [
  ["Key", "key", ""],
  ["Operator", "operator", ""],
  ["Value", "value", ""],
  ["Effect", "effect", ""],
  ["TolerationSeconds", "tolerationSeconds", null],
];
const selector: Members = [["CEL", "cel", pointerTo([["Expression", "expression", ""]])]];
const exactly: Members = [
  ["DeviceClassName", "deviceClassName", ""],
  ["Selectors", "selectors", listOf(selector)],
  ["AllocationMode", "allocationMode", ""],
  ["Count", "count", 0],
];
const further: Members = [
  ["Tolerations", "tolerations", listOf(toleration)],
  ["Capacity", "capacity", pointerTo([["Requests", "requests", null]])],
];
const request: Members = [
  ["Name", "name", ""],
  ["Exactly", "exactly", pointerTo([...exactly, ["AdminAccess", "adminAccess", null], ...further])],
  ["FirstAvailable", "firstAvailable", listOf([["Name", "name", ""], ...exactly, ...further])],
];
const constraint: Members = [
  ["Requests", "requests", null],
  ["MatchAttribute", "matchAttribute", null],
  ["DistinctAttribute", "distinctAttribute", null],
];
const opaque: Members = [
  ["Driver", "driver", ""],
  ["Parameters", "parameters", null],
];
const configuration: Members = [
  ["Requests", "requests", null],
  ["Opaque", "opaque", pointerTo(opaque)],
];
const claimSpec = structOf([
  [
    "Devices",
    "devices",
    structOf([
      ["Requests", "requests", listOf(request)],
      ["Constraints", "constraints", listOf(constraint)],
      ["Config", "config", listOf(configuration)],
    ]),
  ],
]);

const requirement: Members = [
  ["Key", "key", ""],
  ["Operator", "operator", ""],
  ["Values", "values", null],
];
const nodeSelectorTerms = listOf([
  ["MatchExpressions", "matchExpressions", listOf(requirement)],
  ["MatchFields", "matchFields", listOf(requirement)],
]);
const result: Members = [
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
];
const allocation = structOf([
  [
    "Devices",
    "devices",
    structOf([
      ["Results", "results", listOf(result)],
      ["Config", "config", listOf([["Source", "source", ""], ...configuration])],
    ]),
  ],
  ["NodeSelector", "nodeSelector", pointerTo([["NodeSelectorTerms", "nodeSelectorTerms", nodeSelectorTerms]])],
  ["AllocationTimestamp", "allocationTimestamp", null],
]);

const attribute = structOf([
  ["IntValue", "int", null],
  ["BoolValue", "bool", null],
  ["StringValue", "string", null],
  ["VersionValue", "version", null],
]);

export const printedClaimSpec = (spec: unknown): PrintedValue => printedAs(claimSpec, spec);
export const printedAllocation = (value: unknown): PrintedValue => printedAs(allocation, value);
export const printedAttribute = (value: unknown): PrintedValue => printedAs(attribute, value);
export const printedNodeSelectorTerms = (terms: unknown): PrintedValue => printedAs(nodeSelectorTerms, terms);
/** The metadata of a template is embedded. */
export const printedTemplateSpec = (template: JsonRecord): PrintedValue =>
  printedAs(({ metadata, spec }) => ({ ...(isRecord(metadata) ? metadata : {}), Spec: claimSpec(spec) }), template);
