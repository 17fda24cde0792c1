import type { FlagType } from "./flag-values.ts";

/**
 * What becomes of a flag: it acts, it is accepted without effect, which the log says once, or another value than its
 * default is refused.
 */
export type FlagEffect = "acts" | "ignored" | "refused";

/** A flag of the program `kubepad-apiserver`. */
export interface FlagRow {
  readonly section: string;
  readonly name: string;
  readonly type: FlagType;
  /** The default of kube-apiserver, as it is written on a command line. */
  readonly default: string;
  readonly effect: FlagEffect;
  /** What it does, or why it does nothing or is refused. */
  readonly note: string;
  /** A value besides the default that says what is so anyhow. */
  readonly also?: string;
  readonly shorthand?: string;
  readonly bare?: string;
  /** What pflag says when the flag is used. */
  readonly deprecated?: string;
  /** Whether usage leaves it out. */
  readonly hidden?: boolean;
}

/** All flags of kube-apiserver 1.34, in its sections, and those of Kubepad itself. */
// oxfmt-ignore
export const flagTable: readonly FlagRow[] = [
  // generic
  { section: "generic", name: "advertise-address", type: "ip", default: "", effect: "acts", note: "the address that discovery documents name, and, over etcd, the endpoints of the Service kubernetes" },
  { section: "generic", name: "cors-allowed-origins", type: "strings", default: "", effect: "acts", note: "regular expressions for origins whose pages may use the server" },
  { section: "generic", name: "emulated-version", type: "strings", default: "", effect: "acts", note: "the release to act as, 1.31 to 1.34" },
  { section: "generic", name: "emulation-forward-compatible", type: "bool", default: "false", effect: "refused", note: "versions of APIs are those of the emulated release" },
  { section: "generic", name: "external-hostname", type: "string", default: "", effect: "acts", note: "the name that discovery documents have in place of --advertise-address" },
  { section: "generic", name: "feature-gates", type: "multimap", default: "", effect: "acts", note: "features to switch on or off: NAME=true or kube:NAME=true" },
  { section: "generic", name: "goaway-chance", type: "float", default: "0", effect: "acts", note: "the share of requests over HTTP/2 after which a client is told to make another connection, at most 0.02" },
  { section: "generic", name: "livez-grace-period", type: "duration", default: "0s", effect: "acts", note: "how long after the start /livez does not wait for hooks" },
  { section: "generic", name: "max-mutating-requests-inflight", type: "int", default: "200", effect: "acts", note: "most requests at one time that write; 0 is any number" },
  { section: "generic", name: "max-requests-inflight", type: "int", default: "400", effect: "acts", note: "most requests at one time that only read; 0 is any number" },
  { section: "generic", name: "min-request-timeout", type: "int", default: "1800", effect: "refused", note: "watches end after 30 to 60 minutes" },
  { section: "generic", name: "request-timeout", type: "duration", default: "1m0s", effect: "acts", note: "after which requests are given up, watches aside" },
  { section: "generic", name: "runtime-config-emulation-forward-compatible", type: "bool", default: "false", effect: "refused", note: "versions of APIs are those of the emulated release" },
  { section: "generic", name: "shutdown-delay-duration", type: "duration", default: "0s", effect: "acts", note: "how long requests are still answered before an end" },
  { section: "generic", name: "shutdown-send-retry-after", type: "bool", default: "false", effect: "acts", note: "requests at an end are answered with 429 and Retry-After until those before are done" },
  { section: "generic", name: "shutdown-watch-termination-grace-period", type: "duration", default: "0s", effect: "ignored", note: "watches end with the server" },
  { section: "generic", name: "storage-initialization-timeout", type: "duration", default: "1m0s", effect: "ignored", note: "storage is open before the server listens" },
  { section: "generic", name: "strict-transport-security-directives", type: "strings", default: "", effect: "refused", note: "the header Strict-Transport-Security is not sent" },
  // etcd
  { section: "etcd", name: "default-watch-cache-size", type: "int", default: "100", effect: "ignored", note: "the cache of watches has its own bounds", deprecated: "watch caches are sized automatically and this flag will be removed in a future version", hidden: true },
  { section: "etcd", name: "delete-collection-workers", type: "int", default: "1", effect: "ignored", note: "collections are deleted by one worker" },
  { section: "etcd", name: "enable-garbage-collector", type: "bool", default: "true", effect: "refused", note: "deletion always knows of the garbage collector" },
  { section: "etcd", name: "encryption-provider-config", type: "string", default: "", effect: "acts", note: "how resources are encrypted in the folder of --storage or in etcd: aescbc, aesgcm, secretbox, identity; kms is refused" },
  { section: "etcd", name: "encryption-provider-config-automatic-reload", type: "bool", default: "false", effect: "acts", note: "reads --encryption-provider-config again when it changes" },
  { section: "etcd", name: "etcd-cafile", type: "string", default: "", effect: "acts", note: "the authorities of the certificates of --etcd-servers" },
  { section: "etcd", name: "etcd-certfile", type: "string", default: "", effect: "acts", note: "the certificate that this server shows to etcd" },
  { section: "etcd", name: "etcd-compaction-interval", type: "duration", default: "5m0s", effect: "acts", note: "how often states of the past are compacted in etcd; 0 for never" },
  { section: "etcd", name: "etcd-count-metric-poll-period", type: "duration", default: "1m0s", effect: "ignored", note: "objects are counted when metrics are read" },
  { section: "etcd", name: "etcd-db-metric-poll-interval", type: "duration", default: "30s", effect: "ignored", note: "the size of the database is asked for when it is told" },
  { section: "etcd", name: "etcd-healthcheck-timeout", type: "duration", default: "2s", effect: "ignored", note: "etcd is given two seconds for an answer" },
  { section: "etcd", name: "etcd-keyfile", type: "string", default: "", effect: "acts", note: "the key of --etcd-certfile" },
  { section: "etcd", name: "etcd-prefix", type: "string", default: "/registry", effect: "acts", note: "what all keys in etcd begin with" },
  { section: "etcd", name: "etcd-readycheck-timeout", type: "duration", default: "2s", effect: "ignored", note: "etcd is given two seconds for an answer" },
  { section: "etcd", name: "etcd-servers", type: "strings", default: "", effect: "acts", note: "the URLs of the etcd that keeps the objects, unless --storage says where" },
  { section: "etcd", name: "etcd-servers-overrides", type: "strings", default: "", effect: "acts", note: "resources that are kept elsewhere: GROUP/RESOURCE#URL;URL" },
  { section: "etcd", name: "lease-reuse-duration-seconds", type: "int64", default: "60", effect: "acts", note: "how much longer an event may be kept in etcd, so that events share a lease" },
  { section: "etcd", name: "storage-backend", type: "string", default: "", effect: "ignored", note: "storage is the server's own" },
  { section: "etcd", name: "storage-media-type", type: "string", default: "application/vnd.kubernetes.protobuf", effect: "acts", note: "how objects of built-in kinds are written into etcd: as protobuf or application/json" },
  { section: "etcd", name: "watch-cache", type: "bool", default: "true", effect: "ignored", note: "watches are always answered from memory" },
  { section: "etcd", name: "watch-cache-sizes", type: "strings", default: "", effect: "ignored", note: "the cache of watches has its own bounds" },
  // secure serving
  { section: "secure serving", name: "bind-address", type: "ip", default: "0.0.0.0", effect: "acts", note: "the address to listen on (here 127.0.0.1 by default: name 0.0.0.0 or :: to be reached from elsewhere)" },
  { section: "secure serving", name: "cert-dir", type: "string", default: "/var/run/kubernetes", effect: "acts", note: "where the certificate is kept, as apiserver.crt and apiserver.key, if it is not named by --tls-cert-file" },
  { section: "secure serving", name: "disable-http2-serving", type: "bool", default: "false", effect: "acts", note: "offers HTTP/1.1 only" },
  { section: "secure serving", name: "http2-max-streams-per-connection", type: "int", default: "0", effect: "acts", note: "most requests at one time on a connection of HTTP/2; 0 for 100" },
  { section: "secure serving", name: "permit-address-sharing", type: "bool", default: "false", effect: "ignored", note: "the port is the server's alone" },
  { section: "secure serving", name: "permit-port-sharing", type: "bool", default: "false", effect: "refused", note: "the port is the server's alone" },
  { section: "secure serving", name: "secure-port", type: "int", default: "6443", effect: "acts", note: "the port of HTTPS; 0 is refused" },
  { section: "secure serving", name: "tls-cert-file", type: "string", default: "", effect: "acts", note: "the certificate of the server, read again when it changes" },
  { section: "secure serving", name: "tls-cipher-suites", type: "strings", default: "", effect: "acts", note: "the cipher suites of TLS 1.2, by their names in Go" },
  { section: "secure serving", name: "tls-min-version", type: "string", default: "", effect: "acts", note: "the lowest version of TLS: VersionTLS12 (default) or VersionTLS13" },
  { section: "secure serving", name: "tls-private-key-file", type: "string", default: "", effect: "acts", note: "the key of --tls-cert-file" },
  { section: "secure serving", name: "tls-sni-cert-key", type: "namedCertKeys", default: "", effect: "acts", note: "certificates for hosts that clients name: CERT,KEY[:NAME,...], read again when they change" },
  // auditing
  { section: "auditing", name: "audit-log-batch-buffer-size", type: "int", default: "10000", effect: "ignored", note: "lines are written one by one, whole" },
  { section: "auditing", name: "audit-log-batch-max-size", type: "int", default: "1", effect: "ignored", note: "lines are written one by one, whole" },
  { section: "auditing", name: "audit-log-batch-max-wait", type: "duration", default: "0s", effect: "ignored", note: "lines are written one by one, whole" },
  { section: "auditing", name: "audit-log-batch-throttle-burst", type: "int", default: "0", effect: "ignored", note: "lines are written one by one, whole" },
  { section: "auditing", name: "audit-log-batch-throttle-enable", type: "bool", default: "false", effect: "ignored", note: "lines are written one by one, whole" },
  { section: "auditing", name: "audit-log-batch-throttle-qps", type: "float", default: "0", effect: "ignored", note: "lines are written one by one, whole" },
  { section: "auditing", name: "audit-log-compress", type: "bool", default: "false", effect: "refused", note: "the audit log is one file" },
  { section: "auditing", name: "audit-log-format", type: "string", default: "json", effect: "refused", note: "events are lines of JSON" },
  { section: "auditing", name: "audit-log-maxage", type: "int", default: "0", effect: "refused", note: "the audit log is one file" },
  { section: "auditing", name: "audit-log-maxbackup", type: "int", default: "0", effect: "refused", note: "the audit log is one file" },
  { section: "auditing", name: "audit-log-maxsize", type: "int", default: "0", effect: "refused", note: "the audit log is one file" },
  { section: "auditing", name: "audit-log-mode", type: "string", default: "blocking", effect: "ignored", note: "lines are written beside the requests" },
  { section: "auditing", name: "audit-log-path", type: "string", default: "", effect: "acts", note: "where events are written, a line of JSON each; - is standard output" },
  { section: "auditing", name: "audit-log-truncate-enabled", type: "bool", default: "false", effect: "refused", note: "events are written whole" },
  { section: "auditing", name: "audit-log-truncate-max-batch-size", type: "int64", default: "10485760", effect: "ignored", note: "lines are written one by one, whole" },
  { section: "auditing", name: "audit-log-truncate-max-event-size", type: "int64", default: "102400", effect: "ignored", note: "lines are written one by one, whole" },
  { section: "auditing", name: "audit-log-version", type: "string", default: "audit.k8s.io/v1", effect: "refused", note: "events are of audit.k8s.io/v1" },
  { section: "auditing", name: "audit-policy-file", type: "string", default: "", effect: "acts", note: "what to write of which requests (audit.k8s.io/v1 Policy)" },
  { section: "auditing", name: "audit-webhook-batch-buffer-size", type: "int", default: "10000", effect: "acts", note: "the most events that wait to be sent; further ones are lost, and reported" },
  { section: "auditing", name: "audit-webhook-batch-initial-backoff", type: "duration", default: "10s", effect: "acts", note: "as --audit-webhook-initial-backoff", deprecated: "Deprecated, use --audit-webhook-initial-backoff instead.", hidden: true },
  { section: "auditing", name: "audit-webhook-batch-max-size", type: "int", default: "400", effect: "acts", note: "the most events of a batch" },
  { section: "auditing", name: "audit-webhook-batch-max-wait", type: "duration", default: "30s", effect: "acts", note: "how long an event waits for a batch to fill" },
  { section: "auditing", name: "audit-webhook-batch-throttle-burst", type: "int", default: "15", effect: "acts", note: "the most batches that are sent at once" },
  { section: "auditing", name: "audit-webhook-batch-throttle-enable", type: "bool", default: "true", effect: "acts", note: "whether the number of batches is limited" },
  { section: "auditing", name: "audit-webhook-batch-throttle-qps", type: "float", default: "10", effect: "acts", note: "the most batches a second" },
  { section: "auditing", name: "audit-webhook-config-file", type: "string", default: "", effect: "acts", note: "the kubeconfig of a webhook that events are sent to" },
  { section: "auditing", name: "audit-webhook-initial-backoff", type: "duration", default: "10s", effect: "acts", note: "how long the first of five attempts is waited for; each further wait is half as long again" },
  { section: "auditing", name: "audit-webhook-mode", type: "string", default: "batch", effect: "acts", note: "batch: beside the requests; blocking: requests wait; blocking-strict: and fail if an arrival is not stored" },
  { section: "auditing", name: "audit-webhook-truncate-enabled", type: "bool", default: "false", effect: "acts", note: "sends large events without the objects of requests and responses" },
  { section: "auditing", name: "audit-webhook-truncate-max-batch-size", type: "int64", default: "10485760", effect: "acts", note: "at least --audit-webhook-truncate-max-event-size; batches are not split" },
  { section: "auditing", name: "audit-webhook-truncate-max-event-size", type: "int64", default: "102400", effect: "acts", note: "the most bytes of an event, if they are truncated" },
  { section: "auditing", name: "audit-webhook-version", type: "string", default: "audit.k8s.io/v1", effect: "refused", note: "events are of audit.k8s.io/v1" },
  // features
  { section: "features", name: "contention-profiling", type: "bool", default: "false", effect: "ignored", note: "there are no pages of Go's profiler" },
  { section: "features", name: "debug-socket-path", type: "string", default: "", effect: "refused", note: "there are no pages of Go's profiler" },
  { section: "features", name: "enable-priority-and-fairness", type: "bool", default: "true", effect: "ignored", note: "requests in flight are limited by --max-requests-inflight alone" },
  { section: "features", name: "profiling", type: "bool", default: "true", effect: "ignored", note: "there are no pages of Go's profiler" },
  // authentication
  { section: "authentication", name: "anonymous-auth", type: "bool", default: "true", effect: "acts", note: "whether requests without credentials are of system:anonymous, else refused" },
  { section: "authentication", name: "api-audiences", type: "strings", default: "", effect: "acts", note: "the audiences of this server (default: the issuers of service accounts)" },
  { section: "authentication", name: "authentication-config", type: "string", default: "", effect: "acts", note: "a file of issuers whose tokens name users, and of anonymous requests (AuthenticationConfiguration); read again when it changes" },
  { section: "authentication", name: "authentication-token-webhook-cache-ttl", type: "duration", default: "2m0s", effect: "acts", note: "how long answers of the webhook are kept" },
  { section: "authentication", name: "authentication-token-webhook-config-file", type: "string", default: "", effect: "acts", note: "a kubeconfig for a webhook that is asked for the users of tokens by TokenReviews" },
  { section: "authentication", name: "authentication-token-webhook-version", type: "string", default: "v1beta1", effect: "acts", note: "the version of these reviews: v1 or v1beta1" },
  { section: "authentication", name: "client-ca-file", type: "string", default: "", effect: "acts", note: "the authorities of client certificates, whose CN and O are user and groups; read again when it changes" },
  { section: "authentication", name: "enable-bootstrap-token-auth", type: "bool", default: "false", effect: "ignored", note: "bootstrap tokens are unknown tokens" },
  { section: "authentication", name: "oidc-ca-file", type: "string", default: "", effect: "acts", note: "the authorities of the issuer (default: those of the system)" },
  { section: "authentication", name: "oidc-client-id", type: "string", default: "", effect: "acts", note: "the audience that ID tokens must have" },
  { section: "authentication", name: "oidc-groups-claim", type: "string", default: "", effect: "acts", note: "the claim that has the groups of the user" },
  { section: "authentication", name: "oidc-groups-prefix", type: "string", default: "", effect: "acts", note: "what names of groups begin with" },
  { section: "authentication", name: "oidc-issuer-url", type: "string", default: "", effect: "acts", note: "the issuer whose ID tokens name users; its keys are found by its discovery document" },
  { section: "authentication", name: "oidc-required-claim", type: "mapStringString", default: "", effect: "acts", note: "claims that ID tokens must have with these values" },
  { section: "authentication", name: "oidc-signing-algs", type: "strings", default: "RS256", effect: "acts", note: "the algorithms that signatures may have" },
  { section: "authentication", name: "oidc-username-claim", type: "string", default: "sub", effect: "acts", note: "the claim that names the user" },
  { section: "authentication", name: "oidc-username-prefix", type: "string", default: "", effect: "acts", note: "what names of users begin with; - for nothing (default: the issuer and a hash, but for the claim email)" },
  { section: "authentication", name: "requestheader-allowed-names", type: "strings", default: "", effect: "acts", note: "the common names that a front proxy's certificate may have; any if there are none" },
  { section: "authentication", name: "requestheader-client-ca-file", type: "string", default: "", effect: "acts", note: "the authorities of front proxies, whose X-Remote-* headers name the user; read again when it changes" },
  { section: "authentication", name: "requestheader-extra-headers-prefix", type: "strings", default: "", effect: "refused", note: "the headers of front proxies are X-Remote-Extra-*", also: "X-Remote-Extra-" },
  { section: "authentication", name: "requestheader-group-headers", type: "strings", default: "", effect: "refused", note: "the header of front proxies is X-Remote-Group", also: "X-Remote-Group" },
  { section: "authentication", name: "requestheader-uid-headers", type: "strings", default: "", effect: "refused", note: "the header of front proxies is X-Remote-Uid", also: "X-Remote-Uid" },
  { section: "authentication", name: "requestheader-username-headers", type: "strings", default: "", effect: "refused", note: "the header of front proxies is X-Remote-User", also: "X-Remote-User" },
  { section: "authentication", name: "service-account-extend-token-expiration", type: "bool", default: "true", effect: "refused", note: "tokens of pods are valid for a year, and tell when they are stale" },
  { section: "authentication", name: "service-account-issuer", type: "stringArray", default: "", effect: "acts", note: "the issuer of service account tokens; further ones are accepted" },
  { section: "authentication", name: "service-account-jwks-uri", type: "string", default: "", effect: "refused", note: "the discovery document names the server's own path" },
  { section: "authentication", name: "service-account-key-file", type: "stringArray", default: "", effect: "acts", note: "public keys, private keys or certificates in PEM by which service account tokens are verified" },
  { section: "authentication", name: "service-account-lookup", type: "bool", default: "true", effect: "refused", note: "tokens are valid for accounts that are there" },
  { section: "authentication", name: "service-account-max-token-expiration", type: "duration", default: "0s", effect: "refused", note: "tokens are valid for as long as is asked" },
  { section: "authentication", name: "token-auth-file", type: "string", default: "", effect: "acts", note: "lines of token,user,uid,\"group1,group2\"" },
  // authorization
  { section: "authorization", name: "authorization-config", type: "string", default: "", effect: "acts", note: "a file of authorizers in order, modes and webhooks (AuthorizationConfiguration); read again when it changes" },
  { section: "authorization", name: "authorization-mode", type: "strings", default: "", effect: "acts", note: "who decides what users may do, in order: Node, RBAC, Webhook, AlwaysAllow, AlwaysDeny (here RBAC by default)" },
  { section: "authorization", name: "authorization-policy-file", type: "string", default: "", effect: "refused", note: "the mode ABAC is not supported" },
  { section: "authorization", name: "authorization-webhook-cache-authorized-ttl", type: "duration", default: "5m0s", effect: "acts", note: "how long answers of the webhook that allow are kept" },
  { section: "authorization", name: "authorization-webhook-cache-unauthorized-ttl", type: "duration", default: "30s", effect: "acts", note: "how long other answers of the webhook are kept" },
  { section: "authorization", name: "authorization-webhook-config-file", type: "string", default: "", effect: "acts", note: "a kubeconfig for the webhook of the mode Webhook, which is sent SubjectAccessReviews" },
  { section: "authorization", name: "authorization-webhook-version", type: "string", default: "v1beta1", effect: "acts", note: "the version of these reviews: v1 or v1beta1" },
  // API enablement
  { section: "API enablement", name: "runtime-config", type: "configurationMap", default: "", effect: "acts", note: "what to serve: api/all, api/beta, GROUP/VERSION, GROUP/VERSION/RESOURCE" },
  // egress selector
  { section: "egress selector", name: "egress-selector-config-file", type: "string", default: "", effect: "acts", note: "checked; selections must have the protocol Direct, as webhooks and API servers are called" },
  // admission
  { section: "admission", name: "admission-control", type: "strings", default: "", effect: "refused", note: "use --enable-admission-plugins", deprecated: "Use --enable-admission-plugins or --disable-admission-plugins instead. Will be removed in a future version." },
  { section: "admission", name: "admission-control-config-file", type: "string", default: "", effect: "acts", note: "the configuration of PodSecurity: the policy of namespaces without labels, and exemptions; that of other plugins is refused" },
  { section: "admission", name: "default-not-ready-toleration-seconds", type: "int64", default: "300", effect: "refused", note: "the toleration lasts five minutes" },
  { section: "admission", name: "default-unreachable-toleration-seconds", type: "int64", default: "300", effect: "refused", note: "the toleration lasts five minutes" },
  { section: "admission", name: "disable-admission-plugins", type: "strings", default: "", effect: "acts", note: "admission plugins to disable although they are on by default" },
  { section: "admission", name: "enable-admission-plugins", type: "strings", default: "", effect: "acts", note: "admission plugins to enable besides those that are on by default" },
  // metrics
  { section: "metrics", name: "allow-metric-labels", type: "stringToString", default: "", effect: "refused", note: "metrics have all their labels" },
  { section: "metrics", name: "allow-metric-labels-manifest", type: "string", default: "", effect: "refused", note: "metrics have all their labels" },
  { section: "metrics", name: "disabled-metrics", type: "strings", default: "", effect: "refused", note: "all metrics are shown" },
  { section: "metrics", name: "show-hidden-metrics-for-version", type: "string", default: "", effect: "acts", note: "shows the metrics that this release hides: 1.33" },
  // logs
  { section: "logs", name: "log-flush-frequency", type: "duration", default: "5s", effect: "ignored", note: "the log is a few lines of text" },
  { section: "logs", name: "log-json-info-buffer-size", type: "quantity", default: "0", effect: "ignored", note: "the log is a few lines of text" },
  { section: "logs", name: "log-json-split-stream", type: "bool", default: "false", effect: "ignored", note: "the log is a few lines of text" },
  { section: "logs", name: "log-text-info-buffer-size", type: "quantity", default: "0", effect: "ignored", note: "the log is a few lines of text" },
  { section: "logs", name: "log-text-split-stream", type: "bool", default: "false", effect: "ignored", note: "the log is a few lines of text" },
  { section: "logs", name: "logging-format", type: "string", default: "text", effect: "refused", note: "the log is text" },
  { section: "logs", name: "v", type: "level", default: "0", effect: "ignored", note: "the log is a few lines of text", shorthand: "v" },
  { section: "logs", name: "vmodule", type: "moduleSpec", default: "", effect: "ignored", note: "the log is a few lines of text" },
  // traces
  { section: "traces", name: "tracing-config-file", type: "string", default: "", effect: "acts", note: "checked, then refused: there is no client for OTLP over gRPC, so that no spans are sent" },
  // misc
  { section: "misc", name: "aggregator-reject-forwarding-redirect", type: "bool", default: "true", effect: "refused", note: "redirects of API servers are answered with 502" },
  { section: "misc", name: "allow-privileged", type: "bool", default: "false", effect: "ignored", note: "privileged containers are always allowed" },
  { section: "misc", name: "apiserver-count", type: "int", default: "1", effect: "acts", note: "how many servers --endpoint-reconciler-type master-count keeps", deprecated: "apiserver-count is deprecated and will be removed in a future version.", hidden: true },
  { section: "misc", name: "coordinated-leadership-lease-duration", type: "duration", default: "15s", effect: "ignored", note: "leaders elect themselves" },
  { section: "misc", name: "coordinated-leadership-renew-deadline", type: "duration", default: "10s", effect: "ignored", note: "leaders elect themselves" },
  { section: "misc", name: "coordinated-leadership-retry-period", type: "duration", default: "2s", effect: "ignored", note: "leaders elect themselves" },
  { section: "misc", name: "enable-aggregator-routing", type: "bool", default: "false", effect: "acts", note: "Services of webhooks and API servers are called by endpoints only; --webhook-service-addresses comes first" },
  { section: "misc", name: "enable-logs-handler", type: "bool", default: "false", effect: "ignored", note: "there are no log files", deprecated: "Log handler functionality is deprecated" },
  { section: "misc", name: "endpoint-reconciler-type", type: "string", default: "lease", effect: "acts", note: "how servers over one etcd become the endpoints of the Service kubernetes: lease, master-count, none" },
  { section: "misc", name: "event-ttl", type: "duration", default: "1h0m0s", effect: "acts", note: "how long events are kept after their last write" },
  { section: "misc", name: "kubelet-certificate-authority", type: "string", default: "", effect: "ignored", note: "nodes are simulated" },
  { section: "misc", name: "kubelet-client-certificate", type: "string", default: "", effect: "ignored", note: "nodes are simulated" },
  { section: "misc", name: "kubelet-client-key", type: "string", default: "", effect: "ignored", note: "nodes are simulated" },
  { section: "misc", name: "kubelet-port", type: "uint", default: "10250", effect: "ignored", note: "nodes are simulated", deprecated: "kubelet-port is deprecated and will be removed.", hidden: true },
  { section: "misc", name: "kubelet-preferred-address-types", type: "strings", default: "Hostname,InternalDNS,InternalIP,ExternalDNS,ExternalIP", effect: "ignored", note: "nodes are simulated" },
  { section: "misc", name: "kubelet-read-only-port", type: "uint", default: "10255", effect: "ignored", note: "nodes are simulated", deprecated: "kubelet-read-only-port is deprecated and will be removed.", hidden: true },
  { section: "misc", name: "kubelet-timeout", type: "duration", default: "5s", effect: "ignored", note: "nodes are simulated" },
  { section: "misc", name: "kubernetes-service-node-port", type: "int", default: "0", effect: "refused", note: "the Service kubernetes has no port on nodes" },
  { section: "misc", name: "max-connection-bytes-per-sec", type: "int64", default: "0", effect: "ignored", note: "connections are not throttled" },
  { section: "misc", name: "peer-advertise-ip", type: "string", default: "", effect: "ignored", note: "there is one server" },
  { section: "misc", name: "peer-advertise-port", type: "string", default: "", effect: "ignored", note: "there is one server" },
  { section: "misc", name: "peer-ca-file", type: "string", default: "", effect: "ignored", note: "there is one server" },
  { section: "misc", name: "proxy-client-cert-file", type: "string", default: "", effect: "acts", note: "the client certificate with which extension API servers are called" },
  { section: "misc", name: "proxy-client-key-file", type: "string", default: "", effect: "acts", note: "the key of --proxy-client-cert-file" },
  { section: "misc", name: "service-account-signing-endpoint", type: "string", default: "", effect: "refused", note: "tokens are signed by the server itself" },
  { section: "misc", name: "service-account-signing-key-file", type: "string", default: "", effect: "acts", note: "the private key in PEM that signs service account tokens" },
  { section: "misc", name: "service-cluster-ip-range", type: "string", default: "", effect: "acts", note: "networks that Services get addresses from: one, or one of each family (here 10.0.0.0/24 by default)" },
  { section: "misc", name: "service-node-port-range", type: "portRange", default: "30000-32767", effect: "acts", note: "ports that Services get on nodes" },
  // global
  { section: "global", name: "help", type: "bool", default: "false", effect: "acts", note: "prints these lines", shorthand: "h" },
  { section: "global", name: "version", type: "string", default: "false", effect: "acts", note: "prints the version; raw prints all of it", bare: "true" },
  // kubepad
  { section: "kubepad", name: "storage", type: "string", default: "memory", effect: "acts", note: "where objects are kept: memory, or a folder" },
  { section: "kubepad", name: "unsafe-no-fsync", type: "bool", default: "false", effect: "acts", note: "acknowledges writes to a folder before they are on the disk" },
  { section: "kubepad", name: "controllers", type: "strings", default: "", effect: "acts", note: "controllers of kube-controller-manager to run in the server: *, NAME, -NAME" },
  { section: "kubepad", name: "simulated-nodes", type: "string", default: "0", effect: "acts", note: "makes simulated nodes, on which pods start, end and fail without running" },
  { section: "kubepad", name: "allowed-hosts", type: "strings", default: "", effect: "acts", note: "names under which callers without credentials reach a server that allows everything" },
  { section: "kubepad", name: "write-kubeconfig", type: "string", default: "", effect: "acts", note: "writes a kubeconfig for a user of system:masters once the server is ready" },
  { section: "kubepad", name: "fault-config", type: "string", default: "", effect: "acts", note: "what goes wrong with which requests, for tests of clients" },
  { section: "kubepad", name: "webhook-service-addresses", type: "strings", default: "", effect: "acts", note: "where webhooks and API servers of Services are called: NAMESPACE/NAME[:PORT]=HOST:PORT" },
  { section: "kubepad", name: "time-speed", type: "string", default: "1", effect: "acts", note: "how much faster the time of objects and controllers passes; 0 pauses it" },
];
