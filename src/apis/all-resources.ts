import type { BuiltinResource } from "../apiserver/registry/resource-definition.ts";
import { admissionregistrationResources } from "./admissionregistration/resources.ts";
import { apiextensionsResources } from "./apiextensions/resources.ts";
import { apiregistrationResources } from "./apiregistration/resources.ts";
import { apiserverinternalResources } from "./apiserverinternal/resources.ts";
import { appsResources } from "./apps/resources.ts";
import { authenticationResources } from "./authentication/resources.ts";
import { authorizationResources } from "./authorization/resources.ts";
import { autoscalingResources } from "./autoscaling/resources.ts";
import { batchResources } from "./batch/resources.ts";
import { certificatesResources } from "./certificates/resources.ts";
import { coordinationResources } from "./coordination/resources.ts";
import { coreResources } from "./core/resources.ts";
import { discoveryResources } from "./discovery/resources.ts";
import { eventsResources } from "./events/resources.ts";
import { flowcontrolResources } from "./flowcontrol/resources.ts";
import { networkingResources } from "./networking/resources.ts";
import { nodeResources } from "./node/resources.ts";
import { policyResources } from "./policy/resources.ts";
import { rbacResources } from "./rbac/resources.ts";
import { resourceResources } from "./resource/resources.ts";
import { schedulingResources } from "./scheduling/resources.ts";
import { storageResources } from "./storage/resources.ts";
import { storagemigrationResources } from "./storagemigration/resources.ts";

/**
 * All built-in resources: groups by upstream's priority, versions by preference, resources by name. The preferred
 * version of a group is the first one served.
 */
export const builtinResources: readonly BuiltinResource[] = [
  ...coreResources,
  ...apiregistrationResources,
  ...appsResources,
  ...eventsResources,
  ...authenticationResources,
  ...authorizationResources,
  ...autoscalingResources,
  ...batchResources,
  ...certificatesResources,
  ...networkingResources,
  ...policyResources,
  ...rbacResources,
  ...storageResources,
  ...admissionregistrationResources,
  ...apiextensionsResources,
  ...schedulingResources,
  ...coordinationResources,
  ...nodeResources,
  ...discoveryResources,
  ...resourceResources,
  ...flowcontrolResources,
  ...apiserverinternalResources,
  ...storagemigrationResources,
];
