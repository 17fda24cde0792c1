import { ConfigurationError } from "../configuration-error.ts";

/** A release of Kubernetes by its minor number: 34 is v1.34. */
export type Release = number;

/** The release that this server implements (BinaryVersion). */
export const binaryRelease: Release = 34;

/** The oldest release that it can emulate (DefaultKubeBinaryVersion's emulation floor). */
export const oldestEmulatedRelease: Release = 31;

/**
 * The oldest release whose servers must be able to read what is stored, given the emulated release: the release before
 * it, if that can be emulated (EffectiveVersion.SetEmulationVersion).
 */
export const minimumCompatibility = (release: Release): Release => Math.max(release - 1, oldestEmulatedRelease);

export const formatRelease = (release: Release): string => `1.${release}`;

/** Parses the release of a flag, `1.33` or `kube=1.33`; throws a ConfigurationError if it cannot be emulated. */
export function parseEmulatedVersion(text: string): Release {
  const [component, number] = text.includes("=") ? text.split("=", 2) : ["kube", text];
  if (component !== "kube") throw new ConfigurationError(`component not registered: ${component}`);
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)(\..*)?$/.exec(number ?? "") ?? [];
  if (major === undefined || minor === undefined)
    throw new ConfigurationError(`could not parse ${JSON.stringify(number)} as version`);
  if (patch !== undefined) throw new ConfigurationError(`patch version not allowed, got: kube=${number}`);
  const release = Number(minor);
  if (major === "1" && release >= oldestEmulatedRelease && release <= binaryRelease) return release;
  throw new ConfigurationError(
    `emulation version ${major}.${minor} is not between [${formatRelease(oldestEmulatedRelease)}, ${formatRelease(binaryRelease)}.0]`,
  );
}
