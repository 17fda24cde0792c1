import { ConfigurationError } from "../configuration-error.ts";

/** A release of Kubernetes by its minor number: 34 is v1.34. */
export type Release = number;

/** The release that this server is. */
export const binaryRelease: Release = 34;

/** The oldest release that it can act as (DefaultKubeBinaryVersion's emulation floor). */
export const oldestEmulatedRelease: Release = 31;

/**
 * The oldest release whose servers must understand what is stored, where one acts as a release: the one before, if that
 * can be acted as (EffectiveVersion.SetEmulationVersion).
 */
export const minimumCompatibility = (release: Release): Release => Math.max(release - 1, oldestEmulatedRelease);

export const formatRelease = (release: Release): string => `1.${release}`;

/**
 * The release that a flag names, `1.33` or `kube=1.33`; throws a ConfigurationError with a sentence where it cannot be
 * emulated.
 */
export function parseEmulatedVersion(text: string): Release {
  const [component, number] = text.includes("=") ? text.split("=", 2) : ["kube", text];
  if (component !== "kube") throw new ConfigurationError(`component not registered: ${component}`);
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)(\..*)?$/.exec(number ?? "") ?? [];
  if (major === undefined || minor === undefined)
    throw new ConfigurationError(`illegal version string ${JSON.stringify(number)}`);
  if (patch !== undefined) throw new ConfigurationError(`patch version not allowed, got: kube=${number}`);
  const release = Number(minor);
  if (major === "1" && release >= oldestEmulatedRelease && release <= binaryRelease) return release;
  throw new ConfigurationError(
    `emulation version ${major}.${minor} is not between [${formatRelease(oldestEmulatedRelease)}, ${formatRelease(binaryRelease)}]`,
  );
}
