import * as names from "../../../src/apimachinery/validation/names.ts";
import { difference, expandRepeats, input, type OracleRecord } from "../record.ts";

const validators: Readonly<Record<string, names.Validator>> = {
  isCIdentifier: names.isCIdentifier,
  isConfigMapKey: names.isConfigMapKey,
  isDNS1035Label: names.isDns1035Label,
  isDNS1123Label: names.isDns1123Label,
  isDNS1123Subdomain: names.isDns1123Subdomain,
  isDNS1123SubdomainWithUnderscore: names.isDns1123SubdomainWithUnderscore,
  isEnvVarName: names.isEnvVarName,
  isHTTPHeaderName: names.isHttpHeaderName,
  isQualifiedName: names.isQualifiedName,
  isRelaxedEnvVarName: names.isRelaxedEnvVarName,
  isValidLabelValue: names.isValidLabelValue,
  isValidPathSegmentName: names.isValidPathSegmentName,
  isValidPathSegmentPrefix: names.isValidPathSegmentPrefix,
  isValidPercent: names.isValidPercent,
  isValidPortName: names.isValidPortName,
  isWildcardDNS1123Subdomain: names.isWildcardDns1123Subdomain,
  nameIsDNS1035LabelPrefix: (name) => names.nameIsDns1035Label(name, true),
  nameIsDNSLabelPrefix: (name) => names.nameIsDnsLabel(name, true),
  nameIsDNSSubdomainPrefix: (name) => names.nameIsDnsSubdomain(name, true),
};

export function check(packed: OracleRecord): string | undefined {
  const record = expandRepeats(packed);
  const name = input<string>(record, "in");
  const outcome = Object.fromEntries(Object.entries(validators).map(([validator, run]) => [validator, [...run(name)]]));
  return difference(record.expect, outcome);
}
