import { humanDuration } from "../../apimachinery/human-duration.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableColumn, TableLayout } from "../../apiserver/registry/table-column.ts";
import { recordAt, recordsAt, stringAt } from "../record.ts";
import { ageColumn, at, nameColumn, stringIn, text } from "../table-cells.ts";

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
    text("RequestedDuration", "For how long.", (object) => requestedDuration(at(object, "spec", "expirationSeconds"))),
    text("Condition", "What was decided.", csrStatus),
  ],
};

const requestedDuration = (seconds: unknown): string =>
  typeof seconds === "number" ? humanDuration(seconds * 1000) : "<none>";

export const clusterTrustBundleTable: TableLayout = {
  columns: [
    nameColumn,
    text("SignerName", "Whose certificates they are.", (object) => stringIn("<none>", object, "spec", "signerName")),
  ],
};

/** The last condition that says what became of a request. */
function requestState(request: KubeObject): string {
  const outcomes = recordsAt(recordAt(request, "status"), "conditions")
    .map((condition) => stringAt(condition, "type"))
    .filter((type) => type === "Issued" || type === "Denied" || type === "Failed");
  return outcomes.at(-1) ?? "Pending";
}

const requested = (name: string, description: string, member: string): TableColumn =>
  text(name, description, (object) => stringIn("", object, "spec", member));

export const podCertificateRequestTable: TableLayout = {
  columns: [
    nameColumn,
    requested("PodName", "The pod it is for.", "podName"),
    requested("ServiceAccountName", "The account of the pod.", "serviceAccountName"),
    requested("NodeName", "The node of the pod.", "nodeName"),
    requested("SignerName", "Who is to sign.", "signerName"),
    text("State", "Is the request Pending, Issued, Denied, or Failed?", requestState),
  ],
};
