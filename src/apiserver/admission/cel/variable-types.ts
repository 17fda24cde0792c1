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

const text = simpleDeclType(stringType, 2);
const bool = simpleDeclType(boolType, 4);
const int = simpleDeclType(intType, 1);
const dyn = simpleDeclType(dynType, 1);
const time = simpleDeclType(timestampType, 21);

const object = (name: string, fields: Readonly<Record<string, DeclType>>): DeclType => ({
  ...simpleDeclType(structOf(name), 2),
  fields: new Map(Object.entries(fields)),
});
const list = (element: DeclType): DeclType => ({ ...simpleDeclType(listOf(element.type), 2), element });
const map = (element: DeclType): DeclType => ({
  ...simpleDeclType(mapOf(stringType, element.type), 2),
  element,
  key: text,
});

const groupVersionKind = object("kubernetes.GroupVersionKind", { group: text, version: text, kind: text });
const groupVersionResource = object("kubernetes.GroupVersionResource", { group: text, version: text, resource: text });
/** The type of a user (authentication.UserInfo). */
export const userInfoType = object("kubernetes.UserInfo", {
  username: text,
  uid: text,
  groups: list(text),
  extra: map(list(text)),
});

/** The type of `request` (plugin/cel BuildRequestType). */
export const requestType = object("kubernetes.AdmissionRequest", {
  kind: groupVersionKind,
  resource: groupVersionResource,
  subResource: text,
  requestKind: groupVersionKind,
  requestResource: groupVersionResource,
  requestSubResource: text,
  name: text,
  namespace: text,
  operation: text,
  userInfo: userInfoType,
  dryRun: bool,
  options: dyn,
});

const namespaceSpec = object("kubernetes.NamespaceSpec", { finalizers: list(text) });
const namespaceCondition = object("kubernetes.NamespaceCondition", {
  status: text,
  type: text,
  lastTransitionTime: time,
  message: text,
  reason: text,
});
const namespaceStatus = object("kubernetes.NamespaceStatus", { conditions: list(namespaceCondition), phase: text });
const namespaceMetadata = object("kubernetes.NamespaceMetadata", {
  name: text,
  generateName: text,
  namespace: text,
  labels: map(text),
  annotations: map(text),
  UID: text,
  creationTimestamp: time,
  deletionGracePeriodSeconds: int,
  deletionTimestamp: time,
  generation: int,
  resourceVersion: text,
  finalizers: list(text),
});

/** The type of `namespaceObject` (plugin/cel BuildNamespaceType). */
export const namespaceType = object("kubernetes.Namespace", {
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
