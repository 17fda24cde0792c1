import { defaulter } from "../defaulting.ts";
import type { GroupBehaviors } from "../define-resource.ts";
import { validateReplicaSetStatus } from "../apps/replica-set.ts";
import { eventTable } from "../events/columns.ts";
import { statusStrategy } from "../strategies/object-strategy.ts";
import { bindPod, createBinding } from "./pod/binding.ts";
import { componentStatusTable, listComponentStatuses } from "./component-status.ts";
import { configMapStrategy, configMapTable } from "./config-map.ts";
import { connectToPod, forwardToPod, proxyToNode, proxyToPod, proxyToService } from "./connect.ts";
import { endpointsDefaults, endpointsStrategy, endpointsTable } from "./endpoints.ts";
import { eventStrategy } from "./event.ts";
import { evictPod } from "./pod/eviction.ts";
import { defaultLimitRange, limitRangeStrategy } from "./limit-range.ts";
import { nodeDefaults, nodeStatusStrategy, nodeStrategy } from "./node.ts";
import { nodeTable } from "./node-columns.ts";
import {
  persistentVolumeDefaults,
  persistentVolumeStatusStrategy,
  persistentVolumeStrategy,
} from "./persistent-volume.ts";
import { persistentVolumeClaimDefaults } from "./persistent-volume-claim-spec.ts";
import {
  newPersistentVolumeClaim,
  persistentVolumeClaimStatusStrategy,
  persistentVolumeClaimStrategy,
} from "./persistent-volume-claim.ts";
import { podTable, podTemplateTable } from "./pod/columns.ts";
import { podDefaults } from "./pod/defaults.ts";
import { ephemeralContainersStrategy, podStatusStrategy, podStrategy, resizeStrategy } from "./pod/strategy.ts";
import { readLog } from "./pod/read-log.ts";
import {
  resourceQuotaDefaults,
  resourceQuotaStrategy,
  resourceQuotaTable,
  validateQuotaStatus,
} from "./resource-quota.ts";
import {
  replicationControllerDefaults,
  replicationControllerStrategy,
  replicationControllerTable,
} from "./replication-controller.ts";
import { defaultSecret, secretStrategy, secretTable } from "./secret.ts";
import { serviceTable } from "./service/columns.ts";
import { serviceDefaults } from "./service/defaults.ts";
import { serviceStatusStrategy } from "./service/status.ts";
import { serviceStrategy } from "./service/strategy.ts";
import { podTemplateDefaults, podTemplateStrategy } from "./pod-template.ts";
import { serviceAccountStrategy, serviceAccountTable } from "./service-account.ts";
import { defaultTokenRequest, requestToken } from "./token-request.ts";
import { persistentVolumeClaimTable, persistentVolumeTable } from "./persistent-volume-columns.ts";

/** The behaviors of the core group, except that of namespaces, which every start of a new database needs. */
export const coreBehaviors: GroupBehaviors = {
  bindings: {
    strategy: {},
    virtual: { create: createBinding },
  },
  componentstatuses: { strategy: {}, table: componentStatusTable, virtual: { list: listComponentStatuses } },
  configmaps: { strategy: configMapStrategy, table: configMapTable },
  endpoints: { strategy: endpointsStrategy, default: defaulter(endpointsDefaults), table: endpointsTable },
  events: { strategy: eventStrategy, table: eventTable },
  limitranges: { strategy: limitRangeStrategy, default: defaultLimitRange },
  nodes: {
    strategy: nodeStrategy,
    default: defaulter(nodeDefaults),
    table: nodeTable,
    subresourceBehaviors: { proxy: { connect: proxyToNode }, status: { strategy: nodeStatusStrategy } },
  },
  persistentvolumeclaims: {
    strategy: persistentVolumeClaimStrategy,
    default: defaulter(persistentVolumeClaimDefaults),
    createdWithout: newPersistentVolumeClaim,
    table: persistentVolumeClaimTable,
    subresourceBehaviors: { status: { strategy: persistentVolumeClaimStatusStrategy } },
  },
  persistentvolumes: {
    strategy: persistentVolumeStrategy,
    default: defaulter(persistentVolumeDefaults),
    table: persistentVolumeTable,
    subresourceBehaviors: { status: { strategy: persistentVolumeStatusStrategy } },
  },
  pods: {
    strategy: podStrategy,
    default: defaulter(podDefaults),
    table: podTable,
    subresourceBehaviors: {
      attach: { connect: connectToPod },
      binding: { create: bindPod },
      ephemeralcontainers: { strategy: ephemeralContainersStrategy },
      eviction: { create: evictPod },
      exec: { connect: connectToPod },
      log: { connect: readLog },
      portforward: { connect: forwardToPod },
      proxy: { connect: proxyToPod },
      resize: { strategy: resizeStrategy },
      status: { strategy: podStatusStrategy },
    },
  },
  podtemplates: { strategy: podTemplateStrategy, default: defaulter(podTemplateDefaults), table: podTemplateTable },
  replicationcontrollers: {
    strategy: replicationControllerStrategy,
    default: defaulter(replicationControllerDefaults),
    table: replicationControllerTable,
    subresourceBehaviors: {
      status: { strategy: statusStrategy(replicationControllerStrategy, "writable", validateReplicaSetStatus) },
    },
  },
  resourcequotas: {
    strategy: resourceQuotaStrategy,
    default: defaulter(resourceQuotaDefaults),
    table: resourceQuotaTable,
    subresourceBehaviors: {
      status: { strategy: statusStrategy(resourceQuotaStrategy, "writable", validateQuotaStatus) },
    },
  },
  secrets: { strategy: secretStrategy, default: defaultSecret, table: secretTable },
  serviceaccounts: {
    strategy: serviceAccountStrategy,
    table: serviceAccountTable,
    subresourceBehaviors: { token: { create: requestToken, default: defaultTokenRequest } },
  },
  services: {
    strategy: serviceStrategy,
    default: defaulter(serviceDefaults),
    table: serviceTable,
    subresourceBehaviors: {
      proxy: { connect: proxyToService },
      status: { strategy: serviceStatusStrategy },
    },
  },
};
