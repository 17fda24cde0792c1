import type { FeatureGates } from "../../../component-base/features/feature-gates.ts";

/** What a stored pod or template has that a new one could not, and that an update may keep. */
export interface KeptMistakes {
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
  /** What the stored object has already, and may therefore keep. */
  readonly kept: KeptMistakes;
}

/** A pod or template without any of them. */
export const noMistakes: KeptMistakes = {};

/** The options of pods and of templates without mistakes to keep, which are the same for all requests. */
const commonOptions = { true: perGates(true), false: perGates(false) };

function perGates(resourceIsPod: boolean): (gates: FeatureGates) => PodValidationOptions {
  const known = new WeakMap<FeatureGates, PodValidationOptions>();
  return (gates) => {
    let options = known.get(gates);
    if (options === undefined) known.set(gates, (options = newOptions(gates, resourceIsPod, noMistakes)));
    return options;
  };
}

/** Returns the options for a pod or a template (GetValidationOptionsFromPodSpecAndMeta). */
export const podOptions = (
  gates: FeatureGates,
  resourceIsPod: boolean,
  kept: KeptMistakes = noMistakes,
): PodValidationOptions =>
  kept === noMistakes ? commonOptions[`${resourceIsPod}`](gates) : newOptions(gates, resourceIsPod, kept);

const newOptions = (gates: FeatureGates, resourceIsPod: boolean, kept: KeptMistakes): PodValidationOptions => ({
  resourceIsPod,
  strictAddresses: gates.enabled("StrictIPCIDRValidation"),
  podLevelResources: gates.enabled("PodLevelResources"),
  envFiles: kept.envFiles === true || gates.enabled("EnvFiles"),
  containerRestartRules: kept.restartRules === true || gates.enabled("ContainerRestartRules"),
  onlyRecursiveSeLinuxChangePolicy: kept.seLinuxChangePolicy !== true && !gates.enabled("SELinuxMount"),
  matchLabelKeysInSpread: gates.enabled("MatchLabelKeysInPodTopologySpread"),
  matchLabelKeysMerge: gates.enabled("MatchLabelKeysInPodTopologySpreadSelectorMerge"),
  sidecarResizePolicy: kept.sidecarResizePolicy === true || gates.enabled("InPlacePodVerticalScaling"),
  relaxedEnvNames: kept.relaxedEnvNames === true || gates.enabled("RelaxedEnvironmentVariableValidation"),
  relaxedDnsSearch: kept.relaxedDnsSearch === true || gates.enabled("RelaxedDNSSearchValidation"),
  sleepZero: kept.sleepZero === true || gates.enabled("PodLifecycleSleepActionAllowZero"),
  volumeAttributesClass: gates.enabled("VolumeAttributesClass"),
  kept,
});
