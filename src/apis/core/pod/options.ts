import type { FeatureGates } from "../../../component-base/features/feature-gates.ts";

/** The values of a stored pod or template that validation refuses in a new one and tolerates in an update. */
export interface ToleratedValues {
  readonly deletionCost?: boolean;
  readonly labelValueInSelector?: boolean;
  readonly labelValueInNodeAffinity?: boolean;
  readonly indivisibleHugePages?: boolean;
  readonly spreadSelector?: boolean;
  readonly nonLocalTokenPath?: boolean;
  readonly hostSysctls?: boolean;
  readonly volumeDevicesOfUserNamespaces?: boolean;
  readonly matchLabelKeys?: boolean;
  readonly legacyMatchLabelKeys?: boolean;
  readonly envFiles?: boolean;
  readonly restartRules?: boolean;
  readonly seLinuxChangePolicy?: boolean;
  readonly sidecarResizePolicy?: boolean;
  readonly relaxedEnvNames?: boolean;
  readonly relaxedDnsSearch?: boolean;
  readonly sleepZero?: boolean;
}

/** What validation of a pod or a pod template allows (core/validation PodValidationOptions). */
export interface PodValidationOptions {
  /** Whether the object is a pod, not a template of pods. */
  readonly resourceIsPod: boolean;
  /** Whether addresses must be free of leading zeros and not IPv4-mapped. */
  readonly strictAddresses: boolean;
  readonly podLevelResources: boolean;
  readonly envFiles: boolean;
  readonly containerRestartRules: boolean;
  readonly onlyRecursiveSeLinuxChangePolicy: boolean;
  readonly matchLabelKeysInSpread: boolean;
  readonly matchLabelKeysMerge: boolean;
  readonly sidecarResizePolicy: boolean;
  readonly relaxedEnvNames: boolean;
  readonly relaxedDnsSearch: boolean;
  readonly sleepZero: boolean;
  readonly volumeAttributesClass: boolean;
  /** The values that the stored object has already and that an update may therefore have. */
  readonly tolerated: ToleratedValues;
}

/** Nothing is tolerated: the object is new, or the stored one is valid by today's rules. */
export const nothingTolerated: ToleratedValues = {};

/** The options of pods and of templates for which nothing is tolerated, which are the same for all requests. */
const commonOptions = { true: perGates(true), false: perGates(false) };

function perGates(resourceIsPod: boolean): (gates: FeatureGates) => PodValidationOptions {
  const known = new WeakMap<FeatureGates, PodValidationOptions>();
  return (gates) => {
    let options = known.get(gates);
    if (options === undefined) known.set(gates, (options = newOptions(gates, resourceIsPod, nothingTolerated)));
    return options;
  };
}

/** Returns the options for a pod or a template (GetValidationOptionsFromPodSpecAndMeta). */
export const podOptions = (
  gates: FeatureGates,
  resourceIsPod: boolean,
  tolerated: ToleratedValues = nothingTolerated,
): PodValidationOptions =>
  tolerated === nothingTolerated
    ? commonOptions[`${resourceIsPod}`](gates)
    : newOptions(gates, resourceIsPod, tolerated);

const newOptions = (gates: FeatureGates, resourceIsPod: boolean, tolerated: ToleratedValues): PodValidationOptions => ({
  resourceIsPod,
  strictAddresses: gates.enabled("StrictIPCIDRValidation"),
  podLevelResources: gates.enabled("PodLevelResources"),
  envFiles: tolerated.envFiles === true || gates.enabled("EnvFiles"),
  containerRestartRules: tolerated.restartRules === true || gates.enabled("ContainerRestartRules"),
  onlyRecursiveSeLinuxChangePolicy: tolerated.seLinuxChangePolicy !== true && !gates.enabled("SELinuxMount"),
  matchLabelKeysInSpread: gates.enabled("MatchLabelKeysInPodTopologySpread"),
  matchLabelKeysMerge: gates.enabled("MatchLabelKeysInPodTopologySpreadSelectorMerge"),
  sidecarResizePolicy: tolerated.sidecarResizePolicy === true || gates.enabled("InPlacePodVerticalScaling"),
  relaxedEnvNames: tolerated.relaxedEnvNames === true || gates.enabled("RelaxedEnvironmentVariableValidation"),
  relaxedDnsSearch: tolerated.relaxedDnsSearch === true || gates.enabled("RelaxedDNSSearchValidation"),
  sleepZero: tolerated.sleepZero === true || gates.enabled("PodLifecycleSleepActionAllowZero"),
  volumeAttributesClass: gates.enabled("VolumeAttributesClass"),
  tolerated,
});
