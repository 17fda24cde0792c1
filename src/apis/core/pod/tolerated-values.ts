import { rootPath, type FieldError } from "../../../apimachinery/field-error.ts";
import { isEnvVarName, isValidLabelValue } from "../../../apimachinery/validation/names.ts";
import { recordAt, stringAt, type JsonRecord } from "../../record.ts";
import { asRecord, eachItem, fieldsOf, inside, isSet, itemsAt, type Fields } from "../../validation/fields.ts";
import { labelSelector } from "../../validation/selectors.ts";
import { isHugePageResourceName } from "../../../component-helpers/resource/resource-names.ts";
import { isHugePageValueDivisible } from "../resource-names.ts";
import { hasInvalidDeletionCost } from "./annotations.ts";
import { containerLists } from "./each-container.ts";
import { nothingTolerated, type ToleratedValues } from "./options.ts";
import { localNonReservedPath } from "./paths.ts";
import { validateMatchLabelKeys } from "./scheduling.ts";
import { namespaceOfSysctl } from "./security-context.ts";
import { validateLegacyMatchLabelKeys } from "./topology-spread.ts";

/** Reports whether checks find errors. */
function fails(spec: JsonRecord, check: (fields: Fields) => void): boolean {
  const errors: FieldError[] = [];
  check(fieldsOf(spec, rootPath, errors));
  return errors.length > 0;
}

const required = "requiredDuringSchedulingIgnoredDuringExecution";
const preferred = "preferredDuringSchedulingIgnoredDuringExecution";

function checkAffinitySelectors(spec: Fields): void {
  const affinity = inside(spec, "affinity");
  if (affinity === undefined) return;
  const check = (term: Fields): void => {
    labelSelector(term, "labelSelector");
    labelSelector(term, "namespaceSelector");
  };
  for (const member of ["podAffinity", "podAntiAffinity"]) {
    const pods = inside(affinity, member);
    if (pods === undefined) continue;
    eachItem(pods, required, check);
    eachItem(pods, preferred, (term) => {
      const inner = inside(term, "podAffinityTerm");
      if (inner !== undefined) check(inner);
    });
  }
}

function hasBadNodeLabelValue(spec: JsonRecord): boolean {
  const selector = recordAt(recordAt(recordAt(spec, "affinity"), "nodeAffinity"), required);
  return itemsAt(selector, "nodeSelectorTerms").some((term) =>
    itemsAt(asRecord(term), "matchExpressions").some((expression) =>
      itemsAt(asRecord(expression), "values").some((value) => isValidLabelValue(String(value)).length > 0),
    ),
  );
}

const hasIndivisiblePages = (list: JsonRecord): boolean =>
  Object.keys(list).some((name) => isHugePageResourceName(name) && !isHugePageValueDivisible(name, list[name]));

const hasRemoteTokenPath = (spec: JsonRecord): boolean =>
  itemsAt(spec, "volumes").some((volume) =>
    itemsAt(recordAt(asRecord(volume), "projected"), "sources").some((source) => {
      const token = recordAt(asRecord(source), "serviceAccountToken");
      return localNonReservedPath(stringAt(token, "path")).length > 0;
    }),
  );

const hasHostSysctl = (spec: JsonRecord): boolean =>
  itemsAt(recordAt(spec, "securityContext"), "sysctls").some((sysctl) => {
    const namespace = namespaceOfSysctl(stringAt(asRecord(sysctl), "name"));
    return (namespace === "net" && spec["hostNetwork"] === true) || (namespace === "ipc" && spec["hostIPC"] === true);
  });

/** What the containers of a stored spec have. */
interface ContainerUse {
  pages: boolean;
  devices: boolean;
  files: boolean;
  rules: boolean;
  env: boolean;
  sleep: boolean;
}

function addUse(container: JsonRecord, use: ContainerUse): void {
  const resources = recordAt(container, "resources");
  use.pages ||=
    hasIndivisiblePages(recordAt(resources, "limits")) || hasIndivisiblePages(recordAt(resources, "requests"));
  use.devices ||= itemsAt(container, "volumeDevices").length > 0;
  use.rules ||= itemsAt(container, "restartPolicyRules").length > 0;
  for (const item of itemsAt(container, "env")) {
    const variable = asRecord(item);
    use.files ||= (recordAt(variable, "valueFrom")["fileKeyRef"] ?? undefined) !== undefined;
    use.env ||= isEnvVarName(stringAt(variable, "name")).length > 0;
  }
  for (const item of itemsAt(container, "envFrom")) {
    const prefix = stringAt(asRecord(item), "prefix");
    use.env ||= prefix !== "" && isEnvVarName(prefix).length > 0;
  }
  const lifecycle = recordAt(container, "lifecycle");
  for (const hook of ["postStart", "preStop"]) {
    const { sleep } = recordAt(lifecycle, hook);
    use.sleep ||= sleep !== undefined && (asRecord(sleep)["seconds"] ?? 0) === 0;
  }
}

const isSidecarWithResizePolicy = (item: unknown): boolean => {
  const container = asRecord(item);
  return container["restartPolicy"] === "Always" && itemsAt(container, "resizePolicy").length > 0;
};

/** Returns the values that an update of a pod or template may keep, from the stored spec and metadata. */
export function toleratedValues(spec: JsonRecord, metadata: JsonRecord): ToleratedValues {
  const use: ContainerUse = { pages: false, devices: false, files: false, rules: false, env: false, sleep: false };
  const fields = fieldsOf(spec, rootPath, []);
  for (const list of containerLists) for (const item of itemsAt(spec, list)) addUse(asRecord(item), use);
  const spread = (check: (constraint: Fields) => void): boolean =>
    itemsAt(spec, "topologySpreadConstraints").length > 0 &&
    fails(spec, (root) => eachItem(root, "topologySpreadConstraints", check));
  const tolerated: ToleratedValues = {
    deletionCost: hasInvalidDeletionCost(recordAt(metadata, "annotations")),
    labelValueInSelector: isSet(fields, "affinity") && fails(spec, checkAffinitySelectors),
    labelValueInNodeAffinity: isSet(fields, "affinity") && hasBadNodeLabelValue(spec),
    indivisibleHugePages: use.pages || hasIndivisiblePages(recordAt(spec, "overhead")),
    spreadSelector: spread((constraint) => labelSelector(constraint, "labelSelector")),
    nonLocalTokenPath: hasRemoteTokenPath(spec),
    hostSysctls: hasHostSysctl(spec),
    volumeDevicesOfUserNamespaces: spec["hostUsers"] === false && use.devices,
    matchLabelKeys: spread(validateMatchLabelKeys),
    legacyMatchLabelKeys: spread(validateLegacyMatchLabelKeys),
    envFiles: use.files,
    restartRules: use.rules,
    seLinuxChangePolicy: recordAt(spec, "securityContext")["seLinuxChangePolicy"] !== undefined,
    sidecarResizePolicy: itemsAt(spec, "initContainers").some(isSidecarWithResizePolicy),
    relaxedEnvNames: use.env,
    relaxedDnsSearch: itemsAt(recordAt(spec, "dnsConfig"), "searches").some(
      (search) => typeof search === "string" && (search === "." || search.includes("_")),
    ),
    sleepZero: use.sleep,
  };
  return Object.values(tolerated).includes(true) ? tolerated : nothingTolerated;
}
