import type { GateSpec } from "./gate-spec.ts";
import { kubeGates } from "./kube-gates.ts";

/**
 * The features of the generic API server and of its custom resources (k8s.io/apiserver and apiextensions-apiserver,
 * features/kube_features.go).
 */
// oxfmt-ignore
const genericGates = {
  APIResponseCompression: [[8, "ALPHA", false], [16, "BETA", true]],
  APIServerIdentity: [[20, "ALPHA", false], [26, "BETA", true]],
  APIServerTracing: [[22, "ALPHA", false], [27, "BETA", true], [34, "", true, "locked"]],
  APIServingWithRoutine: [[30, "ALPHA", false]],
  AggregatedDiscoveryRemoveBetaType: [[0, "", false], [33, "DEPRECATED", true]],
  AllowParsingUserUIDFromCertAuth: [[33, "BETA", true]],
  AllowUnsafeMalformedObjectDeletion: [[32, "ALPHA", false]],
  AnonymousAuthConfigurableEndpoints: [[31, "ALPHA", false], [32, "BETA", true], [34, "", true, "locked"]],
  AuthorizeWithSelectors: [[31, "ALPHA", false], [32, "BETA", true], [34, "", true, "locked"]],
  BtreeWatchCache: [[32, "BETA", true], [33, "", true, "locked"]],
  CBORServingAndStorage: [[32, "ALPHA", false]],
  CRDValidationRatcheting: [[28, "ALPHA", false], [30, "BETA", true], [33, "", true, "locked"]],
  ConcurrentWatchObjectDecode: [[31, "BETA", false]],
  ConsistentListFromCache: [[28, "ALPHA", false], [31, "BETA", true], [34, "", true, "locked"]],
  CoordinatedLeaderElection: [[31, "ALPHA", false], [33, "BETA", false]],
  CustomResourceFieldSelectors: [[30, "ALPHA", false], [31, "BETA", true], [32, "", true, "locked"]],
  DetectCacheInconsistency: [[34, "BETA", true]],
  KMSv1: [[0, "", true], [28, "DEPRECATED", true], [29, "DEPRECATED", false]],
  ListFromCacheSnapshot: [[33, "ALPHA", false], [34, "BETA", true]],
  MutatingAdmissionPolicy: [[32, "ALPHA", false], [34, "BETA", false]],
  OpenAPIEnums: [[23, "ALPHA", false], [24, "BETA", true]],
  RemoteRequestHeaderUID: [[32, "ALPHA", false], [33, "BETA", true]],
  ResilientWatchCacheInitialization: [[31, "BETA", true], [34, "", true, "locked"]],
  RetryGenerateName: [[30, "ALPHA", false], [31, "BETA", true], [32, "", true, "locked"]],
  SeparateCacheWatchRPC: [[28, "BETA", true], [33, "DEPRECATED", false]],
  SizeBasedListCostEstimate: [[34, "BETA", true]],
  StorageVersionAPI: [[20, "ALPHA", false]],
  StorageVersionHash: [[14, "ALPHA", false], [15, "BETA", true]],
  StreamingCollectionEncodingToJSON: [[33, "BETA", true], [34, "", true, "locked"]],
  StreamingCollectionEncodingToProtobuf: [[33, "BETA", true], [34, "", true, "locked"]],
  StrictCostEnforcementForVAP: [[30, "BETA", false], [32, "", true, "locked"]],
  StrictCostEnforcementForWebhooks: [[30, "BETA", false], [32, "", true, "locked"]],
  StructuredAuthenticationConfiguration: [[29, "ALPHA", false], [30, "BETA", true], [34, "", true, "locked"]],
  StructuredAuthenticationConfigurationEgressSelector: [[34, "BETA", true]],
  StructuredAuthorizationConfiguration: [[29, "ALPHA", false], [30, "BETA", true], [32, "", true, "locked"]],
  TokenRequestServiceAccountUIDValidation: [[34, "BETA", true]],
  UnauthenticatedHTTP2DOSMitigation: [[25, "BETA", false], [29, "BETA", true]],
  WatchCacheInitializationPostStartHook: [[31, "BETA", false]],
  WatchFromStorageWithoutResourceVersion: [[27, "BETA", false], [33, "DEPRECATED", false, "locked"]],
  WatchList: [[27, "ALPHA", false], [32, "BETA", true], [33, "BETA", false], [34, "BETA", true]],
} as const satisfies Readonly<Record<string, readonly GateSpec[]>>;

/** All features of kube-apiserver by name. */
export const gateTable = { ...genericGates, ...kubeGates };

export type GateName = keyof typeof gateTable;
