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

export const flowSchemaTable: TableLayout = {
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

export const priorityLevelTable: TableLayout = {
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
