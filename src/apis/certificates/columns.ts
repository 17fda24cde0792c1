import { humanDuration } from "../../apimachinery/human-duration.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { recordAt, recordsAt, stringAt } from "../record.ts";
import { ageColumn, nameColumn, numberIn, stringIn, text } from "../table-cells.ts";

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
