import { forbidden, invalid, manifest, missing, unknown, unsupported, type Manifest } from "./manifest.ts";
import { container, podsOf } from "./parts.ts";

const restricted = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  runAsNonRoot: true,
  capabilities: { drop: ["ALL"] },
  seccompProfile: { type: "RuntimeDefault" },
};
const http = (name: string, containerPort: number) => ({ name, containerPort, protocol: "TCP" });

/** Objects with the structure that widely used charts give them. */
export const charts: readonly Manifest[] = [
  manifest(
    "a controller of ingresses",
    "apps/v1 Deployment",
    "ingress-nginx-controller",
    {
      spec: {
        minReadySeconds: 0,
        revisionHistoryLimit: 10,
        ...podsOf("ingress-nginx", {
          dnsPolicy: "ClusterFirst",
          serviceAccountName: "ingress-nginx",
          automountServiceAccountToken: true,
          terminationGracePeriodSeconds: 300,
          nodeSelector: { "kubernetes.io/os": "linux" },
          containers: [
            container("controller", "registry.k8s.io/ingress-nginx/controller:v1.11.2", {
              imagePullPolicy: "IfNotPresent",
              lifecycle: { preStop: { exec: { command: ["/wait-shutdown"] } } },
              args: ["/nginx-ingress-controller", "--election-id=ingress-nginx-leader"],
              securityContext: { runAsUser: 101, capabilities: { drop: ["ALL"], add: ["NET_BIND_SERVICE"] } },
              env: [
                { name: "POD_NAME", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
                { name: "LD_PRELOAD", value: "/usr/local/lib/libmimalloc.so" },
              ],
              livenessProbe: { httpGet: { path: "/healthz", port: 10254, scheme: "HTTP" }, failureThreshold: 5 },
              ports: [http("http", 80), http("https", 443), http("webhook", 8443)],
              volumeMounts: [{ name: "webhook-cert", mountPath: "/usr/local/certificates/", readOnly: true }],
              resources: { requests: { cpu: "100m", memory: "90Mi" } },
            }),
          ],
          volumes: [{ name: "webhook-cert", secret: { secretName: "ingress-nginx-admission" } }],
        }),
      },
    },
    unsupported("spec.template.spec.containers[0].livenessProbe.httpGet.scheme", "http"),
    { labels: { "helm.sh/chart": "ingress-nginx-4.11.2", "app.kubernetes.io/managed-by": "Helm" } },
  ),
  manifest(
    "a webhook of an issuer of certificates",
    "admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration",
    "cert-manager-webhook",
    {
      webhooks: [
        {
          name: "webhook.cert-manager.io",
          namespaceSelector: {
            matchExpressions: [{ key: "cert-manager.io/disable", operator: "NotIn", values: ["true"] }],
          },
          rules: [
            {
              apiGroups: ["cert-manager.io", "acme.cert-manager.io"],
              apiVersions: ["v1"],
              operations: ["CREATE", "UPDATE"],
              resources: ["*/*"],
            },
          ],
          admissionReviewVersions: ["v1"],
          matchPolicy: "Equivalent",
          timeoutSeconds: 30,
          failurePolicy: "Fail",
          sideEffects: "None",
          clientConfig: { service: { name: "cert-manager-webhook", namespace: "cert-manager", path: "/validate" } },
        },
      ],
    },
    invalid("webhooks[0].timeoutSeconds", 60),
    { annotations: { "cert-manager.io/inject-ca-from-secret": "cert-manager/cert-manager-webhook-ca" } },
  ),
  manifest(
    "a controller with a restricted security context",
    "apps/v1 Deployment",
    "cert-manager",
    {
      spec: {
        replicas: 1,
        ...podsOf("cert-manager", {
          serviceAccountName: "cert-manager",
          enableServiceLinks: false,
          securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
          containers: [
            container("cert-manager-controller", "quay.io/jetstack/cert-manager-controller:v1.15.3", {
              args: ["--v=2", "--leader-election-namespace=kube-system"],
              ports: [http("http-metrics", 9402), http("http-healthz", 9403)],
              securityContext: restricted,
              livenessProbe: { httpGet: { port: "http-healthz", path: "/livez" }, timeoutSeconds: 15 },
            }),
          ],
        }),
      },
    },
    invalid("spec.template.spec.containers[0].ports[0].name", "http-metrics-and-more"),
  ),
  manifest(
    "a database",
    "apps/v1 StatefulSet",
    "my-release-postgresql",
    {
      spec: {
        replicas: 1,
        serviceName: "my-release-postgresql-hl",
        updateStrategy: { type: "RollingUpdate" },
        ...podsOf("postgresql", {
          securityContext: { fsGroup: 1001, fsGroupChangePolicy: "Always" },
          affinity: {
            podAntiAffinity: {
              preferredDuringSchedulingIgnoredDuringExecution: [
                {
                  podAffinityTerm: {
                    labelSelector: { matchLabels: { "app.kubernetes.io/name": "postgresql" } },
                    topologyKey: "kubernetes.io/hostname",
                  },
                  weight: 1,
                },
              ],
            },
          },
          containers: [
            container("postgresql", "docker.io/bitnami/postgresql:16.4.0", {
              securityContext: { ...restricted, runAsUser: 1001, privileged: false },
              env: [
                { name: "POSTGRESQL_PORT_NUMBER", value: "5432" },
                {
                  name: "POSTGRES_PASSWORD",
                  valueFrom: { secretKeyRef: { name: "my-release-postgresql", key: "postgres-password" } },
                },
              ],
              ports: [{ name: "tcp-postgresql", containerPort: 5432 }],
              readinessProbe: { exec: { command: ["/bin/sh", "-c", "pg_isready"] }, periodSeconds: 10 },
              resources: {
                limits: { cpu: "150m", "ephemeral-storage": "2Gi", memory: "192Mi" },
                requests: { cpu: "100m", "ephemeral-storage": "50Mi", memory: "128Mi" },
              },
              volumeMounts: [
                { name: "empty-dir", mountPath: "/tmp", subPath: "tmp-dir" },
                { name: "dshm", mountPath: "/dev/shm" },
                { name: "data", mountPath: "/bitnami/postgresql" },
              ],
            }),
          ],
          volumes: [
            { name: "empty-dir", emptyDir: {} },
            { name: "dshm", emptyDir: { medium: "Memory" } },
          ],
        }),
        volumeClaimTemplates: [
          {
            apiVersion: "v1",
            kind: "PersistentVolumeClaim",
            metadata: { name: "data" },
            spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "8Gi" } } },
          },
        ],
      },
    },
    invalid(
      "spec.template.spec.containers[0].volumeMounts[0].subPath",
      "/tmp-dir",
      "spec.template.spec.containers[0].volumeMounts.subPath",
    ),
  ),
  manifest(
    "an exporter on each node",
    "apps/v1 DaemonSet",
    "prometheus-node-exporter",
    {
      spec: {
        ...podsOf("node-exporter", {
          hostNetwork: true,
          hostPID: true,
          tolerations: [{ effect: "NoSchedule", operator: "Exists" }],
          containers: [
            container("node-exporter", "quay.io/prometheus/node-exporter:v1.8.2", {
              args: ["--path.procfs=/host/proc", "--web.listen-address=[$(HOST_IP)]:9100"],
              env: [{ name: "HOST_IP", value: "0.0.0.0" }],
              ports: [{ name: "metrics", containerPort: 9100, hostPort: 9100, protocol: "TCP" }],
              volumeMounts: [
                { name: "proc", mountPath: "/host/proc", readOnly: true },
                { name: "root", mountPath: "/host/root", mountPropagation: "HostToContainer", readOnly: true },
              ],
            }),
          ],
          volumes: [
            { name: "proc", hostPath: { path: "/proc" } },
            { name: "root", hostPath: { path: "/" } },
          ],
        }),
      },
    },
    invalid("spec.template.spec.containers[0].volumeMounts[1].mountPath", "/host/proc"),
  ),
  manifest(
    "a hook that runs before an installation",
    "batch/v1 Job",
    "ingress-nginx-admission-create",
    {
      spec: {
        template: {
          metadata: { name: "ingress-nginx-admission-create" },
          spec: {
            restartPolicy: "OnFailure",
            serviceAccountName: "ingress-nginx-admission",
            containers: [
              container("create", "registry.k8s.io/ingress-nginx/kube-webhook-certgen:v1.4.3", {
                args: ["create", "--host=ingress-nginx-controller-admission"],
                securityContext: restricted,
              }),
            ],
          },
        },
      },
    },
    missing("spec.template.spec.restartPolicy"),
    { annotations: { "helm.sh/hook": "pre-install,pre-upgrade" } },
  ),
  manifest(
    "a server of metrics",
    "v1 Service",
    "metrics-server",
    {
      spec: {
        type: "ClusterIP",
        ports: [{ name: "https", port: 443, protocol: "TCP", targetPort: "https", appProtocol: "https" }],
        selector: { "app.kubernetes.io/name": "metrics-server", "app.kubernetes.io/instance": "metrics-server" },
      },
    },
    invalid("spec.ports[0].targetPort", "metrics-server-https"),
  ),
  manifest(
    "an application that is synchronized",
    "apiextensions.k8s.io/v1 CustomResourceDefinition",
    "applications.argoproj.io",
    {
      spec: {
        group: "argoproj.io",
        names: {
          kind: "Application",
          listKind: "ApplicationList",
          plural: "applications",
          shortNames: ["app", "apps"],
        },
        scope: "Namespaced",
        versions: [
          {
            name: "v1alpha1",
            served: true,
            storage: true,
            additionalPrinterColumns: [{ jsonPath: ".status.sync.status", name: "Sync Status", type: "string" }],
            schema: {
              openAPIV3Schema: {
                type: "object",
                required: ["metadata", "spec"],
                properties: {
                  apiVersion: { type: "string" },
                  kind: { type: "string" },
                  metadata: { type: "object" },
                  spec: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
                },
              },
            },
          },
        ],
      },
    },
    invalid("metadata.name", "application.argoproj.io"),
  ),
  manifest(
    "a proxy with configuration in a volume",
    "apps/v1 Deployment",
    "traefik",
    {
      spec: {
        replicas: 1,
        strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
        ...podsOf("traefik", {
          serviceAccountName: "traefik",
          terminationGracePeriodSeconds: 60,
          containers: [
            container("traefik", "docker.io/traefik:v3.1.2", {
              ports: [http("metrics", 9100), http("traefik", 9000), http("web", 8000), http("websecure", 8443)],
              startupProbe: { httpGet: { path: "/ping", port: 9000 }, failureThreshold: 30 },
              volumeMounts: [{ name: "data", mountPath: "/data" }],
            }),
          ],
          volumes: [{ name: "data", emptyDir: { sizeLimit: "1Gi" } }],
        }),
      },
    },
    invalid("spec.strategy.rollingUpdate.maxSurge", 0, "spec.strategy.rollingUpdate.maxUnavailable"),
  ),
  manifest(
    "a cluster role of an operator",
    "rbac.authorization.k8s.io/v1 ClusterRole",
    "prometheus-operator",
    {
      rules: [
        { apiGroups: ["monitoring.coreos.com"], resources: ["prometheuses", "prometheuses/status"], verbs: ["*"] },
        { apiGroups: ["apps"], resources: ["statefulsets"], verbs: ["*"] },
        { apiGroups: [""], resources: ["services", "endpoints"], verbs: ["get", "create", "update", "delete"] },
      ],
    },
    missing("rules[1].apiGroups"),
  ),
  manifest(
    "a backup at night",
    "batch/v1 CronJob",
    "backup",
    {
      spec: {
        schedule: "30 2 * * *",
        concurrencyPolicy: "Replace",
        startingDeadlineSeconds: 200,
        jobTemplate: {
          spec: {
            activeDeadlineSeconds: 600,
            template: {
              spec: {
                restartPolicy: "Never",
                containers: [
                  container("backup", "postgres:16", {
                    envFrom: [{ secretRef: { name: "backup" } }],
                    volumeMounts: [{ name: "target", mountPath: "/backup" }],
                  }),
                ],
                volumes: [{ name: "target", persistentVolumeClaim: { claimName: "backup" } }],
              },
            },
          },
        },
      },
    },
    unknown("spec.jobTemplate.spec.template.spec.containers[0].volumeMounts[0].name", "backup"),
  ),
  manifest(
    "a pod with the claim of a template",
    "v1 Pod",
    "gpu-user",
    {
      spec: {
        resourceClaims: [{ name: "gpu", resourceClaimTemplateName: "example-resource-claim-template" }],
        containers: [container("main", "ubuntu:22.04", { resources: { claims: [{ name: "gpu" }] } })],
      },
    },
    unknown("spec.containers[0].resources.claims[0].name", "tpu", "spec.containers[0].resources.claims[0]"),
  ),
  manifest(
    "a pod that debugs a node",
    "v1 Pod",
    "node-debugger",
    {
      spec: {
        hostNetwork: true,
        hostPID: true,
        hostIPC: true,
        nodeName: "mynode",
        restartPolicy: "Never",
        tolerations: [{ operator: "Exists" }],
        containers: [
          container("debugger", "ubuntu", {
            stdin: true,
            tty: true,
            securityContext: { privileged: true },
            volumeMounts: [{ name: "host-root", mountPath: "/host" }],
          }),
        ],
        volumes: [{ name: "host-root", hostPath: { path: "/" } }],
      },
    },
    forbidden("spec.ephemeralContainers", [{ name: "more", image: "busybox" }]),
  ),
];
