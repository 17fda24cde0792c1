import { invalid, manifest, missing, unsupported, type Manifest } from "./manifest.ts";

const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "8Gi" } } };

/** Volumes, claims and drivers as in the documentation. */
export const storage: readonly Manifest[] = [
  manifest(
    "a volume on the host",
    "v1 PersistentVolume",
    "task-pv-volume",
    {
      spec: {
        storageClassName: "manual",
        capacity: { storage: "10Gi" },
        accessModes: ["ReadWriteOnce"],
        hostPath: { path: "/mnt/data" },
      },
    },
    missing("spec.capacity"),
    { labels: { type: "local" } },
  ),
  manifest(
    "a volume over NFS",
    "v1 PersistentVolume",
    "pv0003",
    {
      spec: {
        capacity: { storage: "5Gi" },
        volumeMode: "Filesystem",
        accessModes: ["ReadWriteOnce"],
        persistentVolumeReclaimPolicy: "Recycle",
        storageClassName: "slow",
        mountOptions: ["hard", "nfsvers=4.1"],
        nfs: { path: "/tmp", server: "172.17.0.2" },
      },
    },
    missing("spec.nfs.server"),
  ),
  manifest(
    "a local volume",
    "v1 PersistentVolume",
    "example-pv",
    {
      spec: {
        capacity: { storage: "100Gi" },
        accessModes: ["ReadWriteOnce"],
        persistentVolumeReclaimPolicy: "Delete",
        storageClassName: "local-storage",
        local: { path: "/mnt/disks/ssd1" },
        nodeAffinity: {
          required: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: "kubernetes.io/hostname", operator: "In", values: ["example-node"] }] },
            ],
          },
        },
      },
    },
    missing("spec.nodeAffinity"),
  ),
  manifest(
    "a claim",
    "v1 PersistentVolumeClaim",
    "myclaim",
    {
      spec: {
        ...claim,
        volumeMode: "Filesystem",
        storageClassName: "slow",
        selector: { matchLabels: { release: "stable" } },
      },
    },
    missing("spec.resources.requests.storage", "spec.resources[storage]"),
  ),
  manifest(
    "a claim from a snapshot",
    "v1 PersistentVolumeClaim",
    "restore-pvc",
    {
      spec: {
        ...claim,
        storageClassName: "csi-hostpath-sc",
        dataSource: { name: "new-snapshot-test", kind: "VolumeSnapshot", apiGroup: "snapshot.storage.k8s.io" },
      },
    },
    unsupported("spec.accessModes[0]", "ReadWrite", "spec.accessModes"),
  ),
  manifest(
    "a class of storage",
    "storage.k8s.io/v1 StorageClass",
    "low-latency",
    {
      provisioner: "csi-driver.example-vendor.example",
      reclaimPolicy: "Retain",
      allowVolumeExpansion: true,
      mountOptions: ["discard"],
      volumeBindingMode: "WaitForFirstConsumer",
      parameters: { guaranteedReadWriteLatency: "true" },
    },
    unsupported("volumeBindingMode", "Later"),
    { annotations: { "storageclass.kubernetes.io/is-default-class": "false" } },
  ),
  manifest(
    "a class of attributes",
    "storage.k8s.io/v1 VolumeAttributesClass",
    "silver",
    { driverName: "pd.csi.storage.gke.io", parameters: { iops: "3000", throughput: "50" } },
    missing("driverName"),
  ),
  manifest(
    "a driver",
    "storage.k8s.io/v1 CSIDriver",
    "hostpath.csi.k8s.io",
    {
      spec: {
        attachRequired: true,
        podInfoOnMount: true,
        fsGroupPolicy: "File",
        volumeLifecycleModes: ["Persistent", "Ephemeral"],
      },
    },
    unsupported("spec.volumeLifecycleModes[0]", "Forever", "spec.volumeLifecycleModes"),
  ),
  manifest(
    "a class of devices",
    "resource.k8s.io/v1 DeviceClass",
    "example-device-class",
    { spec: { selectors: [{ cel: { expression: 'device.driver == "driver.example.com"' } }] } },
    invalid("spec.selectors[0].cel.expression", "device.name == 'a'"),
  ),
  manifest(
    "a template of claims for devices",
    "resource.k8s.io/v1 ResourceClaimTemplate",
    "example-resource-claim-template",
    {
      spec: {
        spec: {
          devices: {
            requests: [
              {
                name: "gpu-claim",
                exactly: {
                  deviceClassName: "example-device-class",
                  selectors: [
                    {
                      cel: {
                        expression:
                          'device.attributes["driver.example.com"].type == "gpu" && ' +
                          'device.capacity["driver.example.com"].memory == quantity("64Gi")',
                      },
                    },
                  ],
                },
              },
            ],
          },
        },
      },
    },
    missing("spec.spec.devices.requests[0].exactly.deviceClassName"),
  ),
  manifest(
    "a claim for devices",
    "resource.k8s.io/v1 ResourceClaim",
    "example-resource-claim",
    {
      spec: {
        devices: {
          requests: [
            {
              name: "req-0",
              firstAvailable: [
                { name: "large-black", deviceClassName: "resource.example.com" },
                { name: "small-white", deviceClassName: "resource.example.com", count: 2 },
              ],
            },
          ],
          constraints: [{ requests: ["req-0"], matchAttribute: "resource.example.com/numa" }],
        },
      },
    },
    invalid("spec.devices.constraints[0].requests[0]", "req-1"),
  ),
  manifest(
    "a slice of devices",
    "resource.k8s.io/v1 ResourceSlice",
    "cat-slice",
    {
      spec: {
        driver: "resource-driver.example.com",
        pool: { generation: 1, name: "black-cat-pool", resourceSliceCount: 1 },
        allNodes: true,
        devices: [
          {
            name: "large-black-cat",
            attributes: { color: { string: "black" }, size: { string: "large" }, cat: { bool: true } },
            capacity: { memory: { value: "8Gi" } },
          },
        ],
      },
    },
    missing("spec.allNodes", "spec"),
  ),
  manifest(
    "a driver whose volumes tell of their room",
    "storage.k8s.io/v1 CSIStorageCapacity",
    "csisc-ab96d",
    { storageClassName: "fast", capacity: "4Gi", nodeTopology: { matchLabels: { zone: "a" } } },
    invalid("storageClassName", ""),
  ),
  manifest(
    "a claim in no class",
    "v1 PersistentVolumeClaim",
    "foo-pvc",
    { spec: { ...claim, storageClassName: "", volumeName: "foo-pv" } },
    invalid("spec.dataSourceRef", { name: "a", kind: "ConfigMap" }),
  ),
];
