import { fieldPath, invalid, notSupported, type FieldError, addError } from "../../apimachinery/field-error.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import {
  isDns1035Label,
  isDns1123Subdomain,
  isValidPortNumber,
  validatePathSegmentName,
} from "../../apimachinery/validation/names.ts";
import type { Strategy, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { localCondition } from "./local-api-services.ts";
import { defaulter } from "../defaulting.ts";
import { recordAt, stringAt } from "../record.ts";
import { decodedLength } from "../strategies/byte-size.ts";
import { withMember } from "../strategies/object-strategy.ts";
import { conforms, matches, requireMember } from "../validation/checks.ts";
import {
  addInvalid,
  addRequired,
  collectErrors,
  eachItem,
  flagAt,
  inside,
  integerAt,
  textAt,
  type Fields,
} from "../validation/fields.ts";

/** apiregistration/v1 SetDefaults_ServiceReference. */
export const defaultApiService = defaulter({
  inside: { spec: { inside: { service: { setPointers: { port: 443 } } } } },
});

/** A service of this server is called by its version and group (ValidateAPIService). */
function validateName({ metadata: { name = "" }, ...object }: KubeObject): readonly FieldError[] {
  const spec = recordAt(object, "spec");
  const wanted = `${stringAt(spec, "version")}.${stringAt(spec, "group")}`;
  if (name === "" || name === wanted || validatePathSegmentName(name, false).length > 0) return [];
  const message = `must be \`spec.version+"."+spec.group\`: ${quoteGo(wanted)}`;
  return [invalid(fieldPath("metadata", "name"), name, message)];
}

function priority(spec: Fields, member: string, most: number): void {
  const value = integerAt(spec, member) ?? 0;
  if (value <= 0 || value > most)
    addError(spec.errors, invalid(spec.path.child(member), value, `must be positive and less than ${most}`));
}

/** Validates the spec (ValidateAPIService). */
function validateSpec(spec: Fields): void {
  if (textAt(spec, "group") === "" && textAt(spec, "version") !== "v1")
    addRequired(spec, "group", "only v1 may have an empty group and it better be legacy kube");
  matches(spec, "group", isDns1123Subdomain);
  conforms(spec, "version", isDns1035Label);
  priority(spec, "groupPriorityMinimum", 20_000);
  priority(spec, "versionPriority", 1000);
  const service = inside(spec, "service");
  const bundle = textAt(spec, "caBundle");
  const skipsVerification = flagAt(spec, "insecureSkipTLSVerify");
  if (service === undefined) {
    const bytes = `${decodedLength(bundle)} bytes`;
    if (bundle !== "")
      addError(spec.errors, invalid(spec.path.child("caBundle"), bytes, "local APIServices may not have a caBundle"));
    if (skipsVerification)
      addInvalid(spec, "insecureSkipTLSVerify", "local APIServices may not have insecureSkipTLSVerify");
    return;
  }
  requireMember(service, "namespace");
  requireMember(service, "name");
  const ports = isValidPortNumber(Number(integerAt(service, "port") ?? 0));
  if (ports.length > 0) addInvalid(service, "port", `port is not valid: ${ports.join(",")}`);
  if (skipsVerification && bundle !== "")
    addInvalid(spec, "insecureSkipTLSVerify", "may not be true if caBundle is present");
}

const validateApiService = (object: KubeObject): readonly FieldError[] => [
  ...validateName(object),
  ...collectErrors(recordAt(object, "spec"), fieldPath("spec"), validateSpec),
];

const isLocal = (object: KubeObject): boolean => recordAt(object, "spec")["service"] === undefined;

/** Strategy of APIServices. One that this server serves itself is available from the start. */
export const apiServiceStrategy: Strategy = {
  validatesMetadata: true,
  validateName: validatePathSegmentName,
  allowUnconditionalUpdate: false,
  resetFields: ["status"],
  prepareForCreate: (object, { now }) => ({
    ...object,
    status: isLocal(object) ? { conditions: [localCondition(now)] } : {},
  }),
  prepareForUpdate: (object, old) => withMember(object, "status", old["status"]),
  validate: validateApiService,
  validateUpdate: validateApiService,
};

const statuses = ["True", "False", "Unknown"];

/** Strategy of `/status` of APIServices, which keeps spec, labels, annotations, finalizers and owners. */
export const apiServiceStatusStrategy: UpdateStrategy = {
  allowUnconditionalUpdate: false,
  resetFields: ["spec", "metadata"],
  prepareForUpdate(object, old) {
    const { labels: _, annotations: __, finalizers: ___, ownerReferences: ____, ...metadata } = object.metadata;
    const { labels, annotations, finalizers, ownerReferences } = old.metadata;
    const kept = {
      ...metadata,
      ...(labels && { labels }),
      ...(annotations && { annotations }),
      ...(finalizers && { finalizers }),
      ...(ownerReferences && { ownerReferences }),
    };
    return { ...withMember(object, "spec", old["spec"]), metadata: kept };
  },
  validateUpdate: (object) =>
    collectErrors(recordAt(object, "status"), fieldPath("status"), (status) =>
      eachItem(status, "conditions", (condition) => {
        const value = textAt(condition, "status");
        if (!statuses.includes(value))
          addError(condition.errors, notSupported(condition.path.child("status"), value, statuses));
      }),
    ),
};
