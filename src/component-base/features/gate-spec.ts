import type { Release } from "../versions/release.ts";

/** How mature a feature is (featuregate's prerelease). */
export type GateStage = "ALPHA" | "BETA" | "" | "DEPRECATED";

/** What holds for a feature from a release on. */
export type GateSpec = readonly [since: Release, stage: GateStage, enabled: boolean, locked?: "locked"];
