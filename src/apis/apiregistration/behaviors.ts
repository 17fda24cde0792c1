import type { GroupBehaviors } from "../define-resource.ts";
import { apiServiceStatusStrategy, apiServiceStrategy, defaultApiService } from "./api-service.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { recordAt, recordsAt, stringAt } from "../record.ts";
import { ageColumn, nameColumn, text } from "../table-cells.ts";

function availability(service: KubeObject): string {
  const condition = recordsAt(recordAt(service, "status"), "conditions").find(
    (candidate) => stringAt(candidate, "type") === "Available",
  );
  if (condition === undefined) return "Unknown";
  return condition["status"] === "True"
    ? "True"
    : `${stringAt(condition, "status")} (${stringAt(condition, "reason")})`;
}

const apiServiceTable: TableLayout = {
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

/** The behaviors of apiregistration.k8s.io. */
export const apiregistrationBehaviors: GroupBehaviors = {
  apiservices: {
    strategy: apiServiceStrategy,
    default: defaultApiService,
    table: apiServiceTable,
    subresourceBehaviors: { status: { strategy: apiServiceStatusStrategy } },
  },
};
