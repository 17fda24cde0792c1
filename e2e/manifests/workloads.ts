import { forbidden, invalid, manifest, missing, unsupported, type Manifest } from "./manifest.ts";
import { container, nginx, podsOf } from "./parts.ts";

const pi = container("pi", "perl:5.34.0", { command: ["perl", "-Mbignum=bpi", "-wle", "print bpi(2000)"] });
const never = { spec: { containers: [pi], restartPolicy: "Never" } };

/** Controllers of pods as in the documentation. */
export const workloads: readonly Manifest[] = [
  manifest(
    "a deployment",
    "apps/v1 Deployment",
    "nginx-deployment",
    { spec: { replicas: 3, ...podsOf("nginx", { containers: [nginx] }) } },
    invalid("spec/selector/matchLabels/app", "web", "spec.template.metadata.labels"),
    { labels: { app: "nginx" } },
  ),
  manifest(
    "a deployment with a strategy",
    "apps/v1 Deployment",
    "rolling",
    {
      spec: {
        replicas: 4,
        minReadySeconds: 5,
        progressDeadlineSeconds: 600,
        strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: 1 } },
        ...podsOf("web", { containers: [nginx] }),
      },
    },
    forbidden("spec.strategy.type", "Recreate", "spec.strategy.rollingUpdate"),
  ),
  manifest(
    "a replica set",
    "apps/v1 ReplicaSet",
    "frontend",
    { spec: { replicas: 3, ...podsOf("guestbook", { containers: [container("php-redis", "gb-frontend:v5")] }) } },
    unsupported("spec.template.spec.restartPolicy", "OnFailure"),
  ),
  manifest(
    "a replication controller",
    "v1 ReplicationController",
    "nginx",
    {
      spec: {
        replicas: 3,
        selector: { app: "nginx" },
        template: { metadata: { name: "nginx", labels: { app: "nginx" } }, spec: { containers: [nginx] } },
      },
    },
    invalid("spec.replicas", -1),
  ),
  manifest(
    "a stateful set",
    "apps/v1 StatefulSet",
    "web",
    {
      spec: {
        serviceName: "nginx",
        replicas: 3,
        minReadySeconds: 10,
        podManagementPolicy: "Parallel",
        persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete", whenScaled: "Retain" },
        updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 1 } },
        ...podsOf("nginx", {
          terminationGracePeriodSeconds: 10,
          containers: [{ ...nginx, volumeMounts: [{ name: "www", mountPath: "/usr/share/nginx/html" }] }],
        }),
        volumeClaimTemplates: [
          {
            metadata: { name: "www" },
            spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
          },
        ],
      },
    },
    invalid("spec.podManagementPolicy", "Ordered", "spec.podManagementPolicy"),
  ),
  manifest(
    "a daemon set",
    "apps/v1 DaemonSet",
    "fluentd-elasticsearch",
    {
      spec: {
        updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1 } },
        ...podsOf("fluentd-elasticsearch", {
          tolerations: [{ key: "node-role.kubernetes.io/control-plane", operator: "Exists", effect: "NoSchedule" }],
          containers: [
            container("fluentd-elasticsearch", "quay.io/fluentd_elasticsearch/fluentd:v5.0.1", {
              resources: { limits: { memory: "200Mi" }, requests: { cpu: "100m", memory: "200Mi" } },
              volumeMounts: [{ name: "varlog", mountPath: "/var/log" }],
            }),
          ],
          terminationGracePeriodSeconds: 30,
          volumes: [{ name: "varlog", hostPath: { path: "/var/log" } }],
        }),
      },
    },
    unsupported("spec.updateStrategy.type", "Recreate", "spec.updateStrategy"),
    { namespace: "default", labels: { "k8s-app": "fluentd-logging" } },
  ),
  manifest(
    "a job",
    "batch/v1 Job",
    "pi",
    { spec: { backoffLimit: 4, template: never } },
    { ...missing("spec.template.spec.restartPolicy"), reason: "FieldValueRequired" },
  ),
  manifest(
    "a job of indexes",
    "batch/v1 Job",
    "indexed-job",
    {
      spec: {
        completions: 5,
        parallelism: 3,
        completionMode: "Indexed",
        backoffLimitPerIndex: 1,
        maxFailedIndexes: 5,
        template: never,
      },
    },
    missing("spec.completions", "spec.completions"),
  ),
  manifest(
    "a job with a policy for failures",
    "batch/v1 Job",
    "job-pod-failure-policy-example",
    {
      spec: {
        completions: 12,
        parallelism: 3,
        backoffLimit: 6,
        ttlSecondsAfterFinished: 100,
        template: never,
        podFailurePolicy: {
          rules: [
            { action: "FailJob", onExitCodes: { containerName: "pi", operator: "In", values: [42] } },
            { action: "Ignore", onPodConditions: [{ type: "DisruptionTarget" }] },
          ],
        },
      },
    },
    invalid("spec.podFailurePolicy.rules[0].onExitCodes.containerName", "main"),
  ),
  manifest(
    "a cron job",
    "batch/v1 CronJob",
    "hello",
    {
      spec: {
        schedule: "*/5 * * * *",
        timeZone: "Etc/UTC",
        concurrencyPolicy: "Forbid",
        successfulJobsHistoryLimit: 1,
        jobTemplate: {
          spec: {
            template: {
              spec: {
                restartPolicy: "OnFailure",
                containers: [container("hello", "busybox:1.28", { args: ["/bin/sh", "-c", "date"] })],
              },
            },
          },
        },
      },
    },
    invalid("spec.schedule", "*/5 * * *"),
  ),
  manifest(
    "an autoscaler",
    "autoscaling/v2 HorizontalPodAutoscaler",
    "php-apache",
    {
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "php-apache" },
        minReplicas: 1,
        maxReplicas: 10,
        metrics: [
          { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } } },
          {
            type: "Pods",
            pods: { metric: { name: "packets-per-second" }, target: { type: "AverageValue", averageValue: "1k" } },
          },
        ],
        behavior: {
          scaleDown: {
            stabilizationWindowSeconds: 300,
            policies: [{ type: "Percent", value: 100, periodSeconds: 15 }],
          },
        },
      },
    },
    invalid("spec.minReplicas", 11, "spec.maxReplicas"),
  ),
  manifest(
    "an autoscaler of the first version",
    "autoscaling/v1 HorizontalPodAutoscaler",
    "hpa",
    {
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
        maxReplicas: 4,
        targetCPUUtilizationPercentage: 60,
      },
    },
    missing("spec.scaleTargetRef.kind"),
  ),
  manifest(
    "a budget for disruptions",
    "policy/v1 PodDisruptionBudget",
    "zk-pdb",
    { spec: { minAvailable: 2, selector: { matchLabels: { app: "zookeeper" } } } },
    invalid("spec.maxUnavailable", 1, "spec"),
  ),
];
