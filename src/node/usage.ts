/** Whether the arguments ask for the usage only. */
export const asksForHelp = (args: readonly string[]): boolean => args.some((arg) => arg === "--help" || arg === "-h");

/** Returns the usage of a program that is called by `name`. */
export const usage = (name: string): string => `Usage: ${name} [serve] [OPTION ...]
       ${name} repair --storage DIR   keeps what can be read of a damaged folder, and a copy of its files
       ${name} export [--history|--whole] --storage DIR FILE
                                                      writes the objects of a folder: as YAML to FILE.yaml, as .kubepad
                                                      elsewhere, with their earlier states by --history; --whole writes
                                                      the store with uids and revisions, encrypted values as they are
       ${name} import [--replace] --storage DIR FILE  creates the objects of a file; those with other content are left,
                                                      or replaced; a whole store replaces everything. Both take
                                                      --encryption-provider-config FILE for an encrypted folder
       ${name} migrate --from DIR|FILE.kubepad --to-etcd URL,...
       ${name} migrate --from-etcd URL,... --to DIR|FILE.kubepad
                                                      copies all objects to or from an etcd, and compares what it has
                                                      written (docs/operating.md); takes the --etcd-* options below and
                                                      --from-, --to-encryption-provider-config FILE, --allow-in-use
       ${name} test [--strict] [--record] [--junit FILE] [--github] PATH ...   runs lessons and pages of documentation,
                                                      each on a server of its own, and checks what they claim; --strict
                                                      fails for what did not run, --record writes outputs into pages,
                                                      --junit writes a report, --github prints annotations
       ${name} validate [OPTION ...] PATH ...         says what the server would say of manifests, at the lines of their
                                                      files; validate --help has its options
       ${name} lsp [OPTION ...]                       serves an editor: what the server would say of manifests while
                                                      they are written; lsp --help has its options
       ${name} envtest-assets [DIR]            writes the programs kube-apiserver, etcd and kubectl for envtest into a
                                                      folder, and prints it: KUBEBUILDER_ASSETS=$(${name} envtest-assets)
${options}`;

const options = `  --port N                     the port on 127.0.0.1; 0 takes a free one (default 8001)
  --storage memory|DIR         where objects are kept (default memory)
  --etcd-servers LIST          URLs of an etcd that keeps the objects as Kubernetes does, in place of --storage; with
  --etcd-cafile FILE, --etcd-certfile FILE, --etcd-keyfile FILE, and --etcd-prefix PREFIX (default /registry)
  --etcd-servers-overrides LIST  resources that are kept in another etcd: GROUP/RESOURCE#URL;URL
  --etcd-compaction-interval DURATION  how often states of the past are compacted in etcd (default 5m0s)
  --storage-media-type TYPE    how built-in kinds are written into etcd: application/vnd.kubernetes.protobuf (default)
                               or application/json
  --unsafe-no-fsync            acknowledges writes to DIR before they are on the disk: faster, but a power failure
                               may lose them
  --encryption-provider-config FILE  encrypts stored objects (EncryptionConfiguration), and
  --encryption-provider-config-automatic-reload  reads FILE again when it changes
  --token-auth-file FILE       lines of token,user,uid,"group1,group2"; without it a caller is of system:masters
  --authorization-mode LIST    who decides what users may do: Node, RBAC, AlwaysAllow, AlwaysDeny (default RBAC)
  --cors-allowed-origins LIST  regular expressions for origins whose pages may use the server: '//example\\.com(:|$)'
  --allowed-hosts LIST         names, besides 127.0.0.1, [::1] and localhost, under which callers without a token
                               reach it
  --tls                        HTTPS, with a certificate that the server makes and keeps with its objects
  --tls-cert-file FILE         HTTPS, with this certificate and
  --tls-private-key-file FILE  this key
  --tls-sni-cert-key CERT,KEY[:NAME,...]  a certificate for hosts that clients name; may be repeated
  --bind-address ADDRESS       the address to listen on (default 127.0.0.1); others than those of this machine want
                               users with credentials
  --cert-dir DIR               HTTPS, with apiserver.crt and apiserver.key of a folder, made if they are not there
  --tls-min-version VERSION    VersionTLS12 (default) or VersionTLS13, and
  --tls-cipher-suites LIST     the cipher suites of TLS 1.2, by their names in Go
  --disable-http2-serving      offers HTTP/1.1 only; without it, HTTPS offers HTTP/2, with
  --http2-max-streams-per-connection N  requests at one time on a connection (default 100), and
  --goaway-chance SHARE        of requests after which a client makes another connection (default 0, at most 0.02)
  --client-ca-file FILE        the authorities of client certificates, whose CN and O are a user and groups; callers
                               need credentials then
  --oidc-issuer-url URL, --oidc-client-id ID, --oidc-ca-file FILE, --oidc-username-claim CLAIM,
  --oidc-username-prefix TEXT, --oidc-groups-claim CLAIM, --oidc-groups-prefix TEXT, --oidc-required-claim CLAIM=VALUE,
  --oidc-signing-algs LIST     ID tokens of OpenID Connect whose claims name users and groups
  --authentication-config FILE an AuthenticationConfiguration in place of the former: issuers, and anonymous requests
  --authentication-token-webhook-config-file FILE, --authentication-token-webhook-version v1|v1beta1,
  --authentication-token-webhook-cache-ttl DURATION  a webhook that is asked for the users of other tokens
  --authorization-config FILE  an AuthorizationConfiguration in place of the modes: authorizers in order, and webhooks
  --authorization-webhook-config-file FILE, --authorization-webhook-version v1|v1beta1,
  --authorization-webhook-cache-authorized-ttl DURATION,
  --authorization-webhook-cache-unauthorized-ttl DURATION  the webhook of the mode Webhook
  --anonymous-auth true|false  whether callers without credentials are system:anonymous, else refused (default true)
  --api-audiences LIST         the audiences of this server (default: its issuers)
  --service-account-issuer URL the issuer of service account tokens; further ones are accepted
  --service-account-key-file FILE  keys that verify service account tokens, and
  --service-account-signing-key-file FILE  the one that signs them; without them the server makes one and keeps it
  --write-kubeconfig FILE      writes a kubeconfig for a user of system:masters once the server is ready
  --feature-gates A=true,...   features to switch on or off, by upstream's names
  --runtime-config KEY=true,.. what to serve: api/all, api/beta, GROUP/VERSION, GROUP/VERSION/RESOURCE
  --emulated-version 1.N       the release to act as, 1.31 to 1.34
  --request-timeout DURATION   after which requests are given up, watches aside (default 1m0s)
  --max-requests-inflight N    most requests at one time that only read; 0 is any number (default 400)
  --max-mutating-requests-inflight N  most others (default 200)
  --livez-grace-period DURATION  after the start, in which /livez does not wait for hooks (default 0s)
  --shutdown-delay-duration DURATION  in which requests are still answered before an end (default 0s)
  --shutdown-send-retry-after  then asks clients to try again, and closes connections when all are answered
  --show-hidden-metrics-for-version 1.33  shows the metrics that this release hides
  --audit-policy-file FILE     what to note of which requests (audit.k8s.io/v1 Policy)
  --audit-log-path FILE|-      where to note it, a line of JSON an event
  --audit-webhook-config-file FILE  the kubeconfig of a webhook to send it to, with --audit-webhook-mode,
                               -batch-*, -initial-backoff and -truncate-* as docs/kube-apiserver-flags.md has them
  --event-ttl DURATION         how long events are kept (default 1h0m0s), and
  --lease-reuse-duration-seconds N  how much longer in etcd, so that they share a lease (default 60)
  --admission-control-config-file FILE  the configuration of PodSecurity (AdmissionConfiguration)
  --egress-selector-config-file FILE, --tracing-config-file FILE  checked: connections are direct, no spans are sent
  --fault-config FILE          what goes wrong with which requests, for tests of clients (docs/package.md)
  --enable-admission-plugins LIST   admission plugins to enable besides the default ones
  --disable-admission-plugins LIST  admission plugins to disable although they are enabled by default
  --controllers LIST           controllers to run, as kube-controller-manager names them: '*', NAME, -NAME (default *);
                               '' runs those that the API server depends on
  --simulated-nodes N          makes N simulated nodes, on which pods start, end and fail without running (default 2
                               in a new storage, or none with --controllers)
  --addons LIST                installs metrics-server, for kubectl top and autoscalers, and metrics-adapter, for custom
                               and external metrics (docs/metrics.md)
  --service-cluster-ip-range LIST   networks that Services get addresses from: one, or one of each family
                               (default 10.0.0.0/24)
  --service-node-port-range FIRST-LAST  ports that Services get on nodes (default 30000-32767)
  --webhook-service-addresses LIST  where webhooks and extension API servers of Services are called:
                               NAMESPACE/NAME[:PORT]=HOST:PORT,...
  --enable-aggregator-routing  calls them by endpoints of their Services only, not by cluster IPs or external names
  --proxy-client-cert-file FILE  the client certificate with which extension API servers are called, and
  --proxy-client-key-file FILE   its key
  --requestheader-client-ca-file FILE  the CA by which they and this server verify front proxies, whose X-Remote-*
                               headers name the user, and
  --requestheader-allowed-names LIST  the common names that their certificates may have (default any)
  --time-speed N               how much faster the time of objects and controllers passes; 0 pauses it (default 1);
                               POST {"speed":10}, {"paused":true}, {"steps":1} or {"advance":"1m"} to /kubepad/time
                               changes it later`;
