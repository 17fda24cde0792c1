import type { Release } from "../versions/release.ts";

/** The stage of a feature (featuregate's prerelease); "" is GA. */
export type GateStage = "ALPHA" | "BETA" | "" | "DEPRECATED";

/** The spec of a feature from a release on (featuregate.FeatureSpec). */
export type GateSpec = readonly [since: Release, stage: GateStage, enabled: boolean, locked?: "locked"];
