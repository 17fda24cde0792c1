import type { GroupBehaviors } from "../define-resource.ts";
import { storageVersionStatusStrategy, storageVersionStrategy } from "./storage-version.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { recordAt, recordsAt, stringAt } from "../record.ts";
import { ageColumn, firstOf, nameColumn, stringIn, text } from "../table-cells.ts";

const encodings = (object: KubeObject): readonly string[] =>
  recordsAt(recordAt(object, "status"), "storageVersions").map(
    (server) => `${stringAt(server, "apiServerID")}=${stringAt(server, "encodingVersion")}`,
  );

const storageVersionTable: TableLayout = {
  columns: [
    nameColumn,
    text("CommonEncodingVersion", "The version that all servers store.", (object) =>
      stringIn("<unset>", object, "status", "commonEncodingVersion"),
    ),
    text(
      "StorageVersions",
      "The version that each server stores.",
      (object) => firstOf(encodings(object), 3, ",") || "<unset>",
    ),
    ageColumn,
  ],
};

/** The behaviors of internal.apiserver.k8s.io. */
export const apiserverinternalBehaviors: GroupBehaviors = {
  storageversions: {
    strategy: storageVersionStrategy,
    table: storageVersionTable,
    subresourceBehaviors: { status: { strategy: storageVersionStatusStrategy } },
  },
};
