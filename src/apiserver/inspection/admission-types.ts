import { simpleDeclType, type DeclType } from "../schema/cel/decl-type.ts";
import {
  boolType,
  dynType,
  intType,
  listOf,
  mapOf,
  stringType,
  structOf,
  timestampType,
} from "../../cel/types/type.ts";

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

const kind = object("kubernetes.AdmissionRequest.kind", { group: text, version: text, kind: text });
const resource = object("kubernetes.AdmissionRequest.resource", { group: text, version: text, resource: text });
const requestKind = object("kubernetes.AdmissionRequest.requestKind", { group: text, version: text, kind: text });
const requestResource = object("kubernetes.AdmissionRequest.requestResource", {
  group: text,
  version: text,
  resource: text,
});
const userInfo = object("kubernetes.AdmissionRequest.userInfo", {
  username: text,
  uid: text,
  groups: list(text),
  extra: map(list(text)),
});

/** `request` of admission expressions (plugin/policy BuildRequestType). */
export const requestType = object("kubernetes.AdmissionRequest", {
  kind,
  resource,
  requestKind,
  requestResource,
  subResource: text,
  requestSubResource: text,
  name: text,
  namespace: text,
  operation: text,
  userInfo,
  dryRun: bool,
  options: dyn,
});

const metadata = object("kubernetes.Namespace.metadata", {
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

/** `namespaceObject` of admission expressions (BuildNamespaceType). */
export const namespaceType = object("kubernetes.Namespace", {
  metadata,
  spec: object("kubernetes.Namespace.spec", { finalizers: list(text) }),
  status: object("kubernetes.Namespace.status", { phase: text }),
});

/** What admission expressions are about, which nobody declares a type for. */
export const untyped = dyn;
