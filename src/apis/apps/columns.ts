import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TableColumn, TableLayout } from "../../apiserver/registry/table-column.ts";
import {
  ageColumn,
  at,
  containerColumns,
  integer,
  labelText,
  nameColumn,
  numberIn,
  selectorColumn,
  selectorText,
  text,
  wide,
} from "../table-cells.ts";
import { recordAt } from "../record.ts";

const statusNumber = (name: string, description: string, member: string): TableColumn =>
  integer(name, description, (object) => numberIn(object, "status", member));

const readyOfWanted = text(
  "Ready",
  "Number of the pod with ready state",
  (object) => `${numberIn(object, "status", "readyReplicas")}/${numberIn(object, "spec", "replicas")}`,
);

const templated = containerColumns("spec", "template");

/** Unlike other kinds, deployments show an empty selector as such (printers printDeployment). */
function deploymentSelector(deployment: KubeObject): string {
  const selector = selectorText(recordAt(deployment, "spec"), "selector");
  return selector === "<error>" ? "<invalid>" : selector === "<none>" ? "" : selector;
}

export const deploymentTable: TableLayout = {
  columns: [
    nameColumn,
    readyOfWanted,
    text("Up-to-date", "How many pods are of the present template.", (object) =>
      numberIn(object, "status", "updatedReplicas"),
    ),
    text("Available", "How many pods have been ready long enough.", (object) =>
      numberIn(object, "status", "availableReplicas"),
    ),
    ageColumn,
    ...templated,
    wide(text("Selector", "Which pods belong to it.", deploymentSelector)),
  ],
};

export const replicaSetTable: TableLayout = {
  columns: [
    nameColumn,
    integer("Desired", "How many pods are wanted.", (object) => numberIn(object, "spec", "replicas")),
    statusNumber("Current", "How many pods there are.", "replicas"),
    statusNumber("Ready", "How many pods are ready.", "readyReplicas"),
    ageColumn,
    ...templated,
    selectorColumn,
  ],
};

export const statefulSetTable: TableLayout = { columns: [nameColumn, readyOfWanted, ageColumn, ...templated] };

export const daemonSetTable: TableLayout = {
  columns: [
    nameColumn,
    statusNumber("Desired", "On how many nodes it should run.", "desiredNumberScheduled"),
    statusNumber("Current", "On how many of them it runs.", "currentNumberScheduled"),
    statusNumber("Ready", "On how many of them it is ready.", "numberReady"),
    statusNumber("Up-to-date", "On how many of them it is of the present template.", "updatedNumberScheduled"),
    statusNumber("Available", "On how many of them it has been ready long enough.", "numberAvailable"),
    text("Node Selector", "Which nodes it is for.", (object) =>
      labelText(at(object, "spec", "template", "spec", "nodeSelector")),
    ),
    ageColumn,
    ...templated,
    selectorColumn,
  ],
};

/** Formats the controller of an object as `statefulset.apps/web`. */
function controllerOf({ metadata: { ownerReferences = [] } }: KubeObject): string {
  const owner = ownerReferences.find(({ controller }) => controller === true);
  if (owner === undefined) return "<none>";
  const slash = owner.apiVersion.indexOf("/");
  const group = slash < 0 ? "" : `.${owner.apiVersion.slice(0, slash)}`;
  return `${owner.kind.toLowerCase()}${group}/${owner.name}`;
}

export const controllerRevisionTable: TableLayout = {
  columns: [
    nameColumn,
    text("Controller", "Controller of the object", controllerOf),
    text("Revision", "Which state it is.", (object) => numberIn(object, "revision")),
    ageColumn,
  ],
};
