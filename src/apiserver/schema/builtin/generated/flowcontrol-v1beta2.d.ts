/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.
import type { ListMeta } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type ExemptPriorityLevelConfiguration = {
  readonly nominalConcurrencyShares?: number | undefined;
  readonly lendablePercent?: number | undefined;
};

export type FlowDistinguisherMethod = {
  readonly type: string;
};

export type FlowSchema = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: FlowSchemaSpec;
  readonly status: FlowSchemaStatus;
};

export type FlowSchemaCondition = {
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  readonly lastTransitionTime: string | null;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type FlowSchemaList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly FlowSchema[] | null;
};

export type FlowSchemaSpec = {
  readonly priorityLevelConfiguration: PriorityLevelConfigurationReference;
  readonly matchingPrecedence: number;
  readonly distinguisherMethod?: FlowDistinguisherMethod | undefined;
  readonly rules?: readonly PolicyRulesWithSubjects[] | undefined;
};

export type FlowSchemaStatus = {
  readonly conditions?: readonly FlowSchemaCondition[] | undefined;
};

export type GroupSubject = {
  readonly name: string;
};

export type LimitResponse = {
  readonly type: string;
  readonly queuing?: QueuingConfiguration | undefined;
};

export type LimitedPriorityLevelConfiguration = {
  readonly assuredConcurrencyShares: number;
  readonly limitResponse: LimitResponse;
  readonly lendablePercent?: number | undefined;
  readonly borrowingLimitPercent?: number | undefined;
};

export type NonResourcePolicyRule = {
  readonly verbs: readonly string[] | null;
  readonly nonResourceURLs: readonly string[] | null;
};

export type PolicyRulesWithSubjects = {
  readonly subjects: readonly Subject[] | null;
  readonly resourceRules?: readonly ResourcePolicyRule[] | undefined;
  readonly nonResourceRules?: readonly NonResourcePolicyRule[] | undefined;
};

export type PriorityLevelConfiguration = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: PriorityLevelConfigurationSpec;
  readonly status: PriorityLevelConfigurationStatus;
};

export type PriorityLevelConfigurationCondition = {
  readonly type?: string | undefined;
  readonly status?: string | undefined;
  readonly lastTransitionTime: string | null;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type PriorityLevelConfigurationList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly PriorityLevelConfiguration[] | null;
};

export type PriorityLevelConfigurationReference = {
  readonly name: string;
};

export type PriorityLevelConfigurationSpec = {
  readonly type: string;
  readonly limited?: LimitedPriorityLevelConfiguration | undefined;
  readonly exempt?: ExemptPriorityLevelConfiguration | undefined;
};

export type PriorityLevelConfigurationStatus = {
  readonly conditions?: readonly PriorityLevelConfigurationCondition[] | undefined;
};

export type QueuingConfiguration = {
  readonly queues: number;
  readonly handSize: number;
  readonly queueLengthLimit: number;
};

export type ResourcePolicyRule = {
  readonly verbs: readonly string[] | null;
  readonly apiGroups: readonly string[] | null;
  readonly resources: readonly string[] | null;
  readonly clusterScope?: boolean | undefined;
  readonly namespaces: readonly string[] | null;
};

export type ServiceAccountSubject = {
  readonly namespace: string;
  readonly name: string;
};

export type Subject = {
  readonly kind: string;
  readonly user?: UserSubject | undefined;
  readonly group?: GroupSubject | undefined;
  readonly serviceAccount?: ServiceAccountSubject | undefined;
};

export type UserSubject = {
  readonly name: string;
};
