import {
  boolType,
  dynType,
  intType,
  listOf,
  mapOf,
  stringType,
  structOf,
  timestampType,
} from "../../../cel/types/type.ts";
import { simpleDeclType, type DeclType } from "../../schema/cel/decl-type.ts";

export const textDeclType = simpleDeclType(stringType, 2);
const bool = simpleDeclType(boolType, 4);
const int = simpleDeclType(intType, 1);
const dyn = simpleDeclType(dynType, 1);
const time = simpleDeclType(timestampType, 21);

export const objectDeclType = (name: string, fields: Readonly<Record<string, DeclType>>): DeclType => ({
  ...simpleDeclType(structOf(name), 2),
  fields: new Map(Object.entries(fields)),
});
export const listDeclType = (element: DeclType): DeclType => ({ ...simpleDeclType(listOf(element.type), 2), element });
export const mapDeclType = (element: DeclType): DeclType => ({
  ...simpleDeclType(mapOf(stringType, element.type), 2),
  element,
  key: textDeclType,
});

const groupVersionKind = objectDeclType("kubernetes.GroupVersionKind", {
  group: textDeclType,
  version: textDeclType,
  kind: textDeclType,
});
const groupVersionResource = objectDeclType("kubernetes.GroupVersionResource", {
  group: textDeclType,
  version: textDeclType,
  resource: textDeclType,
});
/** The type of a user (authentication.UserInfo). */
export const userInfoType = objectDeclType("kubernetes.UserInfo", {
  username: textDeclType,
  uid: textDeclType,
  groups: listDeclType(textDeclType),
  extra: mapDeclType(listDeclType(textDeclType)),
});

/** The type of `request` (plugin/cel BuildRequestType). */
export const requestType = objectDeclType("kubernetes.AdmissionRequest", {
  kind: groupVersionKind,
  resource: groupVersionResource,
  subResource: textDeclType,
  requestKind: groupVersionKind,
  requestResource: groupVersionResource,
  requestSubResource: textDeclType,
  name: textDeclType,
  namespace: textDeclType,
  operation: textDeclType,
  userInfo: userInfoType,
  dryRun: bool,
  options: dyn,
});

const namespaceSpec = objectDeclType("kubernetes.NamespaceSpec", { finalizers: listDeclType(textDeclType) });
const namespaceCondition = objectDeclType("kubernetes.NamespaceCondition", {
  status: textDeclType,
  type: textDeclType,
  lastTransitionTime: time,
  message: textDeclType,
  reason: textDeclType,
});
const namespaceStatus = objectDeclType("kubernetes.NamespaceStatus", {
  conditions: listDeclType(namespaceCondition),
  phase: textDeclType,
});
const namespaceMetadata = objectDeclType("kubernetes.NamespaceMetadata", {
  name: textDeclType,
  generateName: textDeclType,
  namespace: textDeclType,
  labels: mapDeclType(textDeclType),
  annotations: mapDeclType(textDeclType),
  UID: textDeclType,
  creationTimestamp: time,
  deletionGracePeriodSeconds: int,
  deletionTimestamp: time,
  generation: int,
  resourceVersion: textDeclType,
  finalizers: listDeclType(textDeclType),
});

/** The type of `namespaceObject` (plugin/cel BuildNamespaceType). */
export const namespaceType = objectDeclType("kubernetes.Namespace", {
  metadata: namespaceMetadata,
  spec: namespaceSpec,
  status: namespaceStatus,
});

/** All named types of the variables; types are looked up by their own names. */
export const variableTypes: readonly DeclType[] = [
  requestType,
  groupVersionKind,
  groupVersionResource,
  userInfoType,
  namespaceType,
  namespaceMetadata,
  namespaceSpec,
  namespaceStatus,
  namespaceCondition,
];

/** The type of values for which no type is declared. */
export const untyped = dyn;
