/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.

export type Info = {
  readonly major: string;
  readonly minor: string;
  readonly emulationMajor?: string | undefined;
  readonly emulationMinor?: string | undefined;
  readonly minCompatibilityMajor?: string | undefined;
  readonly minCompatibilityMinor?: string | undefined;
  readonly gitVersion: string;
  readonly gitCommit: string;
  readonly gitTreeState: string;
  readonly buildDate: string;
  readonly goVersion: string;
  readonly compiler: string;
  readonly platform: string;
};
