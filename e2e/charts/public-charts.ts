/** A chart in the archive of a Go module, and what is to come of what it renders to. */
export interface PublicChart {
  readonly module: string;
  readonly version: string;
  /** The folder of the chart in the module. */
  readonly folder: string;
  /** Values that differ from those of the chart. */
  readonly set?: readonly string[];
  /** The chart, by its folder, that has the definitions of its kinds. */
  readonly beside?: string;
  /** Parts of the errors of its report. */
  readonly says?: readonly string[];
}

/** Charts of projects that publish them in their Go modules. */
export const publicCharts: readonly PublicChart[] = [
  { module: "github.com/open-policy-agent/gatekeeper/v3", version: "v3.23.1", folder: "charts/gatekeeper" },
  { module: "sigs.k8s.io/descheduler", version: "v0.36.0", folder: "charts/descheduler" },
  { module: "sigs.k8s.io/metrics-server", version: "v0.9.0", folder: "charts/metrics-server" },
  { module: "k8s.io/ingress-nginx", version: "v0.0.0-20240708192948-52c50467d67d", folder: "charts/ingress-nginx" },
  { module: "github.com/bitnami-labs/sealed-secrets", version: "v0.40.0", folder: "helm/sealed-secrets" },
  { module: "github.com/kyverno/kyverno", version: "v1.19.1", folder: "charts/kyverno" },
  {
    module: "github.com/kyverno/kyverno",
    version: "v1.19.1",
    folder: "charts/kyverno-policies",
    beside: "charts/kyverno",
    // the definition is in a dependency that the module does not have
    says: ['no matches for kind "ValidatingPolicy" in version "policies.kyverno.io/v1beta1"'],
  },
  { module: "sigs.k8s.io/kueue", version: "v0.17.0", folder: "charts/kueue" },
  {
    module: "github.com/external-secrets/external-secrets",
    version: "v1.3.2",
    folder: "deploy/charts/external-secrets",
  },
  { module: "github.com/dapr/dapr", version: "v1.14.0", folder: "charts/dapr" },
  {
    module: "github.com/cert-manager/cert-manager",
    version: "v1.21.2",
    folder: "deploy/charts/cert-manager",
    set: ["crds.enabled=true"],
  },
  {
    module: "github.com/cert-manager/trust-manager",
    version: "v0.25.0",
    folder: "deploy/charts/trust-manager",
    beside: "deploy/charts/cert-manager",
  },
  { module: "github.com/cert-manager/approver-policy", version: "v0.28.0", folder: "deploy/charts/approver-policy" },
  { module: "github.com/fluxcd/flagger", version: "v1.36.1", folder: "charts/flagger" },
  { module: "github.com/fluxcd/flagger", version: "v1.36.1", folder: "charts/grafana" },
  // its autoscaler has the fields of autoscaling/v2beta1
  {
    module: "github.com/fluxcd/flagger",
    version: "v1.36.1",
    folder: "charts/podinfo",
    says: ["metrics[0].resource.targetAverageUtilization", "metrics[1].resource.targetAverageValue"],
  },
];
