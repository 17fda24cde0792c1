import type { ResourceDefinition } from "../../apiserver/registry/resource-definition.ts";
import { defineResource, viewSubresource, type ResourceRow } from "../define-resource.ts";
import { defaulter, memberIs, when, type Defaults, type Fill } from "../defaulting.ts";
import { specStatusStrategy } from "../strategies/generic-strategies.ts";
import { statusStrategy } from "../strategies/object-strategy.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableColumn, TableLayout } from "../../apiserver/registry/table-column.ts";
import { recordAt, recordsAt, stringAt } from "../record.ts";
import { ageColumn, at, nameColumn, numberIn, stringIn, text } from "../table-cells.ts";

const dangling = (schema: KubeObject): string => {
  const condition = recordsAt(recordAt(schema, "status"), "conditions").find(
    (candidate) => stringAt(candidate, "type") === "Dangling",
  );
  return condition === undefined ? "?" : stringAt(condition, "status");
};

const precedence = (schema: KubeObject): number => numberIn(schema, "spec", "matchingPrecedence");

const flowSchemaTable: TableLayout = {
  columns: [
    nameColumn,
    text("PriorityLevel", "The level of its requests.", (object) =>
      stringIn("", object, "spec", "priorityLevelConfiguration", "name"),
    ),
    text("MatchingPrecedence", "Which schema is asked first.", precedence),
    text("DistinguisherMethod", "What tells its flows apart.", (object) =>
      stringIn("<none>", object, "spec", "distinguisherMethod", "type"),
    ),
    ageColumn,
    text("MissingPL", "Whether its level does not exist.", dangling),
  ],
  compare: (a, b) => precedence(a) - precedence(b),
};

const limited = (name: string, description: string, ...path: readonly string[]): TableColumn =>
  text(name, description, (object) => {
    const value = at(object, "spec", "limited", ...path);
    return typeof value === "number" ? value : "<none>";
  });

const priorityLevelTable: TableLayout = {
  columns: [
    nameColumn,
    text("Type", "Whether it is limited.", (object) => stringIn("", object, "spec", "type")),
    limited("NominalConcurrencyShares", "Its share of the server.", "nominalConcurrencyShares"),
    limited("Queues", "How many queues it has.", "limitResponse", "queuing", "queues"),
    limited("HandSize", "Among how many of them a flow is dealt.", "limitResponse", "queuing", "handSize"),
    limited("QueueLengthLimit", "How long they may be.", "limitResponse", "queuing", "queueLengthLimit"),
    ageColumn,
  ],
};

/** Defaults matchingPrecedence; zero counts as unset. */
const defaultPrecedence: Fill = (spec) =>
  (spec["matchingPrecedence"] ?? 0) === 0 ? { ...spec, matchingPrecedence: 1000 } : spec;

/** flowcontrol/v1 SetDefaults_FlowSchemaSpec. */
const flowSchemaDefaults: Defaults = { inside: { spec: { rules: [defaultPrecedence] } }, make: ["spec"] };

const queuing: Defaults = { set: { queues: 64, handSize: 8, queueLengthLimit: 50 } };

/** flowcontrol/v1 defaults of limited and exempt priority levels. */
const priorityLevelDefaults: Defaults = {
  inside: {
    spec: {
      inside: {
        limited: {
          set: { nominalConcurrencyShares: 30, lendablePercent: 0 },
          inside: { limitResponse: { rules: [when(memberIs("type", "Queue"), { inside: { queuing } })] } },
        },
        exempt: { set: { nominalConcurrencyShares: 0, lendablePercent: 0 } },
      },
      rules: [
        when(memberIs("type", "Exempt"), {
          inside: { exempt: { set: { nominalConcurrencyShares: 0, lendablePercent: 0 } } },
          make: ["exempt"],
        }),
      ],
    },
  },
};

const define = (row: Omit<ResourceRow, "group" | "version" | "namespaced">): ResourceDefinition =>
  defineResource({ group: "flowcontrol.apiserver.k8s.io", version: "v1", namespaced: false, ...row });

/** flowcontrol.apiserver.k8s.io/v1. */
export const flowcontrolResources: readonly ResourceDefinition[] = [
  define({
    resource: "flowschemas",
    kind: "FlowSchema",
    table: flowSchemaTable,
    strategy: specStatusStrategy,
    default: defaulter(flowSchemaDefaults),
    subresources: [viewSubresource("status", statusStrategy(specStatusStrategy, "kept"))],
  }),
  define({
    resource: "prioritylevelconfigurations",
    kind: "PriorityLevelConfiguration",
    table: priorityLevelTable,
    strategy: specStatusStrategy,
    default: defaulter(priorityLevelDefaults),
    subresources: [viewSubresource("status", statusStrategy(specStatusStrategy, "kept"))],
  }),
];
