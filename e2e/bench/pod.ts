const probe = (path: string) => ({
  httpGet: { path, port: 8080, scheme: "HTTP" },
  initialDelaySeconds: 5,
  timeoutSeconds: 1,
  periodSeconds: 10,
  successThreshold: 1,
  failureThreshold: 3,
});

/** A pod as a deployment makes them: about 2 KB of JSON. */
export const pod = (name: string): object => ({
  kind: "Pod",
  apiVersion: "v1",
  metadata: {
    name,
    namespace: "default",
    labels: { app: "storefront", tier: "web", "pod-template-hash": "6d4cf56db6" },
    annotations: { "example.com/checksum": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" },
    ownerReferences: [
      {
        apiVersion: "apps/v1",
        kind: "ReplicaSet",
        name: "storefront-6d4cf56db6",
        uid: "0a1b2c3d-0000-4000-8000-000000000001",
        controller: true,
        blockOwnerDeletion: true,
      },
    ],
  },
  spec: {
    volumes: [
      { name: "config", configMap: { name: "storefront", defaultMode: 420 } },
      { name: "cache", emptyDir: {} },
    ],
    containers: [
      {
        name: "web",
        image: "registry.example.com/storefront:1.27.3",
        ports: [{ name: "http", containerPort: 8080, protocol: "TCP" }],
        env: [
          { name: "LOG_LEVEL", value: "info" },
          { name: "POD_NAME", valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "metadata.name" } } },
        ],
        resources: { limits: { cpu: "500m", memory: "256Mi" }, requests: { cpu: "100m", memory: "128Mi" } },
        volumeMounts: [
          { name: "config", readOnly: true, mountPath: "/etc/storefront" },
          { name: "cache", mountPath: "/var/cache" },
        ],
        livenessProbe: probe("/healthz"),
        readinessProbe: probe("/readyz"),
        terminationMessagePath: "/dev/termination-log",
        terminationMessagePolicy: "File",
        imagePullPolicy: "IfNotPresent",
        securityContext: { runAsNonRoot: true, allowPrivilegeEscalation: false },
      },
    ],
    restartPolicy: "Always",
    terminationGracePeriodSeconds: 30,
    dnsPolicy: "ClusterFirst",
    serviceAccountName: "default",
    securityContext: { fsGroup: 1000 },
    schedulerName: "default-scheduler",
    tolerations: [
      { key: "node.kubernetes.io/not-ready", operator: "Exists", effect: "NoExecute", tolerationSeconds: 300 },
    ],
  },
});
