import { duplicated, forbidden, invalid, manifest, missing, unsupported, type Manifest } from "./manifest.ts";

const backend = (name: string, number = 80) => ({ service: { name, port: { number } } });
const selector = { "app.kubernetes.io/name": "MyApp" };

/** Services, ingresses and policies of networks as in the documentation. */
export const networking: readonly Manifest[] = [
  manifest(
    "a service",
    "v1 Service",
    "my-service",
    { spec: { selector, ports: [{ protocol: "TCP", port: 80, targetPort: 9376 }] } },
    invalid("spec.ports[0].port", 0),
  ),
  manifest(
    "a service with two ports",
    "v1 Service",
    "two-ports",
    {
      spec: {
        selector,
        ports: [
          { name: "http", port: 80, targetPort: "http-web-svc" },
          { name: "https", port: 443, targetPort: 9377 },
        ],
      },
    },
    missing("spec.ports[0].name"),
  ),
  manifest(
    "a service on ports of nodes",
    "v1 Service",
    "node-port-service",
    { spec: { type: "NodePort", selector, ports: [{ port: 80, targetPort: 80 }] } },
    unsupported("spec.type", "Nodeport"),
  ),
  manifest(
    "a service behind a load balancer",
    "v1 Service",
    "balanced",
    {
      spec: {
        type: "LoadBalancer",
        selector,
        externalTrafficPolicy: "Local",
        loadBalancerSourceRanges: ["203.0.113.0/24"],
        ports: [{ port: 80, targetPort: 9376 }],
      },
    },
    unsupported("spec.externalTrafficPolicy", "Everywhere"),
  ),
  manifest(
    "a service by another name",
    "v1 Service",
    "external",
    { spec: { type: "ExternalName", externalName: "my.database.example.com" } },
    missing("spec.externalName"),
  ),
  manifest(
    "a headless service",
    "v1 Service",
    "headless",
    { spec: { clusterIP: "None", selector, publishNotReadyAddresses: true, ports: [{ name: "web", port: 80 }] } },
    unsupported("spec.sessionAffinity", "Sticky"),
  ),
  manifest(
    "a slice of endpoints",
    "discovery.k8s.io/v1 EndpointSlice",
    "example-abc",
    {
      addressType: "IPv4",
      ports: [{ name: "http", protocol: "TCP", port: 80 }],
      endpoints: [{ addresses: ["10.1.2.3"], conditions: { ready: true }, hostname: "pod-1", zone: "us-west2-a" }],
    },
    unsupported("addressType", "IPv5"),
    { labels: { "kubernetes.io/service-name": "example" } },
  ),
  manifest(
    "a small ingress",
    "networking.k8s.io/v1 Ingress",
    "minimal-ingress",
    {
      spec: {
        ingressClassName: "nginx-example",
        rules: [{ http: { paths: [{ path: "/testpath", pathType: "Prefix", backend: backend("test") }] } }],
      },
    },
    missing("spec.rules[0].http.paths[0].pathType"),
    { annotations: { "nginx.ingress.kubernetes.io/rewrite-target": "/" } },
  ),
  manifest(
    "an ingress with a default backend",
    "networking.k8s.io/v1 Ingress",
    "test-ingress",
    { spec: { defaultBackend: backend("test") } },
    { at: "spec.defaultBackend", reason: "FieldValueInvalid", field: "spec" },
  ),
  manifest(
    "an ingress for a host with a wildcard, over TLS",
    "networking.k8s.io/v1 Ingress",
    "ingress-wildcard-host",
    {
      spec: {
        tls: [{ hosts: ["https-example.foo.com"], secretName: "testsecret-tls" }],
        rules: [
          { host: "*.foo.com", http: { paths: [{ pathType: "Exact", path: "/foo", backend: backend("service2") }] } },
        ],
      },
    },
    invalid("spec.rules[0].host", "foo.*.com"),
  ),
  manifest(
    "a class of ingresses",
    "networking.k8s.io/v1 IngressClass",
    "external-lb",
    {
      spec: {
        controller: "example.com/ingress-controller",
        parameters: { apiGroup: "k8s.example.com", kind: "IngressParameters", name: "external-lb", scope: "Cluster" },
      },
    },
    forbidden("spec.parameters.namespace", "default"),
  ),
  manifest(
    "a policy of networks",
    "networking.k8s.io/v1 NetworkPolicy",
    "test-network-policy",
    {
      spec: {
        podSelector: { matchLabels: { role: "db" } },
        policyTypes: ["Ingress", "Egress"],
        ingress: [
          {
            from: [
              { ipBlock: { cidr: "172.17.0.0/16", except: ["172.17.1.0/24"] } },
              { namespaceSelector: { matchLabels: { project: "myproject" } } },
              { podSelector: { matchLabels: { role: "frontend" } } },
            ],
            ports: [{ protocol: "TCP", port: 6379 }],
          },
        ],
        egress: [{ to: [{ ipBlock: { cidr: "10.0.0.0/24" } }], ports: [{ protocol: "TCP", port: 5978 }] }],
      },
    },
    invalid("spec.ingress[0].from[0].ipBlock.except[0]", "172.18.1.0/24"),
  ),
  manifest(
    "a policy that denies all",
    "networking.k8s.io/v1 NetworkPolicy",
    "default-deny-all",
    { spec: { podSelector: {}, policyTypes: ["Ingress", "Egress"] } },
    unsupported("spec.policyTypes[0]", "ingress"),
  ),
  manifest(
    "a policy for a range of ports",
    "networking.k8s.io/v1 NetworkPolicy",
    "multi-port-egress",
    {
      spec: {
        podSelector: { matchLabels: { role: "db" } },
        policyTypes: ["Egress"],
        egress: [
          { to: [{ ipBlock: { cidr: "10.0.0.0/24" } }], ports: [{ protocol: "TCP", port: 32000, endPort: 32768 }] },
        ],
      },
    },
    invalid("spec.egress[0].ports[0].endPort", 31000),
  ),
  manifest(
    "endpoints of an external service",
    "v1 Endpoints",
    "external-db",
    { subsets: [{ addresses: [{ ip: "192.0.2.42" }], ports: [{ name: "db", port: 9376 }] }] },
    invalid("subsets[0].addresses[0].ip", "127.0.0.1"),
  ),
  manifest(
    "a service for two families of addresses",
    "v1 Service",
    "dual",
    { spec: { ipFamilyPolicy: "PreferDualStack", selector, ports: [{ port: 80 }] } },
    duplicated(
      "spec.ports",
      [
        { name: "a", port: 80 },
        { name: "a", port: 81 },
      ],
      "spec.ports[1].name",
    ),
  ),
];
