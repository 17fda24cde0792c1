import type { Scenario } from "./scenario.ts";
import { availability } from "./scenarios/availability.ts";
import { betaDiscovery, discovery, oldDiscovery } from "./scenarios/discovery.ts";
import { openapi, openapiConflicts } from "./scenarios/openapi.ts";
import { proxy } from "./scenarios/proxy.ts";
import { hostileDiscovery } from "./scenarios/hostile-discovery.ts";
import { registration } from "./scenarios/registration.ts";
import { coreTakeover } from "./scenarios/core-takeover.ts";
import { takeover } from "./scenarios/takeover.ts";
import { trust } from "./scenarios/trust.ts";

/** All scenarios with an extension server whose answers are written here. */
export const scenarios: readonly Scenario[] = [
  registration,
  availability,
  proxy,
  discovery,
  oldDiscovery,
  betaDiscovery,
  openapi,
  openapiConflicts,
  trust,
  hostileDiscovery,
  takeover,
  coreTakeover,
];
