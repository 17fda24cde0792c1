import { access } from "./access.ts";
import { charts } from "./charts.ts";
import { configuration } from "./configuration.ts";
import type { Manifest } from "./manifest.ts";
import { networking } from "./networking.ts";
import { pods } from "./pods.ts";
import { storage } from "./storage.ts";
import { workloads } from "./workloads.ts";

/** Manifests as the documentation of Kubernetes and widely used charts have them. */
export const manifests: readonly Manifest[] = [
  ...pods,
  ...workloads,
  ...configuration,
  ...networking,
  ...storage,
  ...access,
  ...charts,
];
