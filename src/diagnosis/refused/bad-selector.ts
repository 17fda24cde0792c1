import { nearestWord } from "../../apimachinery/edit-distance.ts";
import { itemsAt, textAt } from "../fields.ts";
import { listed } from "../words.ts";
import type { Refused } from "./refused.ts";

/** The fields that objects of a resource are selected by beside their name and namespace. */
const selectable: Readonly<Record<string, string>> = {
  pods: "spec.nodeName spec.restartPolicy spec.schedulerName spec.serviceAccountName spec.hostNetwork status.phase status.podIP status.nominatedNodeName",
  events:
    "involvedObject.kind involvedObject.namespace involvedObject.name involvedObject.uid reason reportingComponent source type",
  nodes: "spec.unschedulable",
  secrets: "type",
  namespaces: "status.phase",
  jobs: "status.successful",
  replicasets: "status.replicas",
  replicationcontrollers: "status.replicas",
  services: "spec.clusterIP spec.type",
  certificatesigningrequests: "spec.signerName",
};

/** The fields that custom objects are selected by, as their definition lists them. */
async function ofDefinition({ at, reading }: Refused): Promise<readonly string[]> {
  const place = { group: "apiextensions.k8s.io", resource: "customresourcedefinitions" };
  const definition = at && (await reading.named(place, `${at.resource}.${at.group}`));
  const version = itemsAt(definition, "spec.versions").find((each) => textAt(each, "name") === at?.version);
  return itemsAt(version, "selectableFields").map((each) => textAt(each, "jsonPath").replace(/^\./, ""));
}

/** Says what a field selector may name, and which of it is meant. */
export async function badFieldLabel(message: string, refused: Refused): Promise<string> {
  const { at } = refused;
  const label = /"([^"]+)" is not a known field/.exec(message)?.[1] ?? /not supported: (\S+)$/.exec(message)?.[1];
  if (at === undefined || label === undefined) return message;
  if (/^metadata\.labels\b/.test(label)) return "labels are selected by labelSelector (kubectl get -l)";
  const own = selectable[at.resource]?.split(" ") ?? (await ofDefinition(refused));
  const names = ["metadata.name", ...(at.namespace === undefined ? [] : ["metadata.namespace"]), ...own];
  const near = nearestWord(label, names);
  const end = near === undefined ? `they are selected by ${listed(names, 12)}` : `did you mean ${near}?`;
  return `${at.resource} are not selected by ${label}; ${end}`;
}

/** Says what a label selector that cannot be parsed lacks. */
export function badLabelSelector(message: string, selector: string): string {
  const [key, operator = "", value = "", more] = (selector.split(",").at(-1) ?? "").trim().split(/ +/);
  if (/^(?:not)?in$/.test(operator) && value !== "" && !value.startsWith("(") && more === undefined)
    return `a set is written in parentheses: ${key ?? ""} ${operator} (${value})`;
  return /expected: identifier after ','/.test(message) ? "no requirement follows its comma" : message;
}
