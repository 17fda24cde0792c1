import {
  duplicate,
  fieldPath,
  invalid,
  notSupported,
  required,
  type FieldError,
  type FieldPath,
} from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { isDns1123Label, isDns1123Subdomain, isValidPortNumber } from "../../apimachinery/validation/names.ts";
import { numberAt, recordAt, recordsAt, stringAt, type JsonRecord } from "../record.ts";

const spec = fieldPath("spec");
const ports = spec.child("ports");
const types = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];
const protocols = ["SCTP", "TCP", "UDP"];

function validatePortName(
  port: JsonRecord,
  needed: boolean,
  seen: Set<string>,
  path: FieldPath,
): readonly FieldError[] {
  const name = stringAt(port, "name");
  if (name === "") return needed ? [required(path)] : [];
  const errors = isDns1123Label(name).map((message) => invalid(path, name, message));
  if (seen.has(name)) errors.push(duplicate(path, name));
  seen.add(name);
  return errors;
}

function validatePort(port: JsonRecord, needsName: boolean, seen: Set<string>, path: FieldPath): readonly FieldError[] {
  const number = numberAt(port, "port") ?? 0;
  const protocol = stringAt(port, "protocol");
  const errors = [
    ...validatePortName(port, needsName, seen, path.child("name")),
    ...isValidPortNumber(number).map((message) => invalid(path.child("port"), number, message)),
  ];
  if (protocol === "") errors.push(required(path.child("protocol")));
  else if (!protocols.includes(protocol)) errors.push(notSupported(path.child("protocol"), protocol, protocols));
  return errors;
}

function validateExternalName(name: string): readonly FieldError[] {
  const path = spec.child("externalName");
  const trimmed = name.endsWith(".") ? name.slice(0, -1) : name;
  return name === "" ? [required(path)] : isDns1123Subdomain(trimmed).map((message) => invalid(path, name, message));
}

/**
 * Validates a Service. Covers the rules most often violated: ports, type, affinity (part of core/validation
 * ValidateService).
 */
export function validateService(service: KubeObject): readonly FieldError[] {
  const fields = recordAt(service, "spec");
  const type = stringAt(fields, "type");
  const list = recordsAt(fields, "ports");
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  if (list.length === 0 && stringAt(fields, "clusterIP") !== "None" && type !== "ExternalName")
    errors.push(required(ports));
  if (type === "ExternalName") errors.push(...validateExternalName(stringAt(fields, "externalName")));
  list.forEach((port, i) => errors.push(...validatePort(port, list.length > 1, seen, ports.index(i))));
  const affinity = stringAt(fields, "sessionAffinity");
  if (affinity !== "ClientIP" && affinity !== "None")
    errors.push(notSupported(spec.child("sessionAffinity"), affinity, ["ClientIP", "None"]));
  if (!types.includes(type)) errors.push(notSupported(spec.child("type"), type, types));
  return errors;
}
