/** A typical Kubernetes validation rule and its variables. Integers in the JSON are CEL integers. */
export interface Rule {
  readonly expr: string;
  readonly variables: Readonly<Record<string, object>>;
}

const autoscaled = { minReplicas: 2, replicas: 3, maxReplicas: 10, health: "ok: all replicas answer", primary: "west" };

const listeners = {
  listeners: [
    { name: "http", port: 80, protocol: "HTTP" },
    { name: "https", port: 443, protocol: "HTTPS", tls: { mode: "Terminate" } },
    { name: "metrics", port: 9090, protocol: "HTTP" },
    { name: "grpc", port: 8443, protocol: "HTTPS", tls: { mode: "Passthrough" } },
  ],
};

const fleet = {
  primary: "west",
  clusters: [{ name: "east" }, { name: "west" }, { name: "north" }],
  names: ["east", "west", "north"],
  details: { east: { size: 3 }, north: { size: 5 }, west: { size: 8 } },
};

const container = (name: string, image: string): object => ({
  name,
  image,
  ports: [{ name: "http", containerPort: 8080, protocol: "TCP" }],
  resources: { requests: { cpu: "100m", memory: "64Mi" }, limits: { cpu: "1", memory: "256Mi" } },
  securityContext: { allowPrivilegeEscalation: false, runAsNonRoot: true },
});

const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web-frontend", namespace: "shop", labels: { app: "web", tier: "frontend", team: "checkout" } },
  spec: {
    replicas: 4,
    selector: { matchLabels: { app: "web" } },
    template: {
      metadata: { labels: { app: "web", tier: "frontend" } },
      spec: {
        containers: [
          container("app", "registry.example.com/shop/web:1.4.2"),
          container("proxy", "registry.example.com/mesh/proxy:0.9"),
        ],
      },
    },
  },
};

const limits = { maxReplicas: 10 };

/** Ten rules typical of CustomResourceDefinitions and admission policies. */
export const rules: readonly Rule[] = [
  { expr: "self.minReplicas <= self.replicas && self.replicas <= self.maxReplicas", variables: { self: autoscaled } },
  { expr: "self.primary == oldSelf.primary", variables: { self: autoscaled, oldSelf: autoscaled } },
  { expr: "self.health.startsWith('ok') && size(self.health) <= 253", variables: { self: autoscaled } },
  { expr: "self.listeners.all(l, l.protocol != 'HTTPS' || has(l.tls))", variables: { self: listeners } },
  {
    expr: "self.listeners.all(l, self.listeners.exists_one(m, m.name == l.name && m.port == l.port))",
    variables: { self: listeners },
  },
  {
    expr: "size(self.clusters.filter(c, c.name == self.primary)) == 1 && self.names.all(n, n in self.details)",
    variables: { self: fleet },
  },
  { expr: "object.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')", variables: { object: deployment } },
  {
    expr: "object.spec.replicas <= params.maxReplicas && object.metadata.namespace in ['shop', 'billing', 'search']",
    variables: { object: deployment, params: limits },
  },
  {
    expr: "object.spec.template.spec.containers.all(c, has(c.resources) && has(c.resources.limits) && 'memory' in c.resources.limits && c.image.startsWith('registry.example.com/'))",
    variables: { object: deployment },
  },
  {
    expr: "object.spec.template.spec.containers.all(c, !has(c.securityContext) || !has(c.securityContext.privileged) || c.securityContext.privileged == false) && has(object.metadata.labels.team)",
    variables: { object: deployment },
  },
];

/** The rule used to measure compilation. */
export const typicalRule =
  "self.minReplicas <= self.replicas && self.replicas <= self.maxReplicas && self.listeners.all(l, l.port > 0 && l.port < 65536)";
