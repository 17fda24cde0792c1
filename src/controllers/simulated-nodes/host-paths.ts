import { isRecord } from "../../apimachinery/is-record.ts";
import type { Volume } from "../../api/core/v1.ts";
import { pathFromRoot } from "../../apimachinery/clean-path.ts";
import type { KubeletPod } from "./pod-types.ts";

type PathKind = "directory" | "file" | "socket" | "character device";

/** What a Linux node has that runs a kubelet and containerd, besides what lies below its folders. */
const nodePaths: Readonly<Record<PathKind, string>> = {
  directory:
    "/ /bin /boot /dev /etc /etc/cni /etc/cni/net.d /etc/kubernetes /etc/kubernetes/manifests /etc/ssl /etc/ssl/certs " +
    "/home /lib /lib/modules /media /mnt /opt /opt/cni /opt/cni/bin /proc /root /run /run/containerd /sbin /srv /sys " +
    "/sys/fs/bpf /sys/fs/cgroup /tmp /usr /usr/bin /usr/lib /usr/local /usr/share /var /var/lib /var/lib/containerd " +
    "/var/lib/kubelet /var/lib/kubelet/device-plugins /var/lib/kubelet/plugins /var/lib/kubelet/plugins_registry " +
    "/var/lib/kubelet/pods /var/local /var/log /var/log/containers /var/log/pods /var/run /var/run/containerd /var/tmp",
  file: "/etc/group /etc/hostname /etc/hosts /etc/localtime /etc/machine-id /etc/os-release /etc/passwd /etc/resolv.conf",
  socket: "/run/containerd/containerd.sock /var/run/containerd/containerd.sock",
  "character device": "/dev/fuse /dev/kmsg /dev/net/tun /dev/null /dev/random /dev/urandom /dev/zero",
};

const kindsOfPaths = new Map(
  Object.entries(nodePaths).flatMap(([kind, paths]) => paths.split(" ").map((path) => [path, kind as PathKind])),
);

/** What has to be at the path of each type, as the kubelet calls it (hostpath checkTypeInternal). */
const wanted: Readonly<Record<string, PathKind | "block device">> = {
  Directory: "directory",
  DirectoryOrCreate: "directory",
  File: "file",
  FileOrCreate: "file",
  Socket: "socket",
  CharDevice: "character device",
  BlockDevice: "block device",
};

const clean = (path: string): string => `/${pathFromRoot(path)}`;

/** What volumes of a pod make on its node: without a type, the runtime makes a folder. */
function* madeBy(volumes: readonly Volume[]): Iterable<readonly [path: string, kind: PathKind]> {
  for (const { hostPath } of volumes) {
    if (!isRecord(hostPath)) continue;
    const [path, type] = [clean(String(hostPath["path"] ?? "")), String(hostPath["type"] ?? "")];
    if (type === "" || type === "DirectoryOrCreate")
      for (let at = path === "/" ? "" : path; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) yield [at, "directory"];
    else if (type === "FileOrCreate") yield [path, "file"];
  }
}

/** The kind of a path on a node; undefined if nothing is there. */
function kindOfPath(path: string, volumes: readonly Volume[]): PathKind | undefined {
  const known = kindsOfPaths.get(path);
  if (known !== undefined) return known;
  for (const [made, kind] of madeBy(volumes)) if (made === path) return kind;
  return undefined;
}

/**
 * Says why a volume of the type hostPath cannot be mounted (hostpath checkType). A node has what every Linux node has,
 * and what volumes of its pods have made: those before it in its own pod, and those of `others`.
 */
export function hostPathProblem(pod: KubeletPod, volume: Volume, others: Iterable<KubeletPod>): string | undefined {
  const { hostPath } = volume;
  if (!isRecord(hostPath)) return undefined;
  const [written, type] = [String(hostPath["path"] ?? ""), String(hostPath["type"] ?? "")];
  const path = clean(written);
  const kind = wanted[type];
  if (kind === undefined) return undefined;
  const own = pod.spec?.volumes ?? [];
  const before = own.slice(0, own.indexOf(volume));
  const volumes = [...before, ...[...others].flatMap(({ spec }) => spec?.volumes ?? [])];
  const found = kindOfPath(path, volumes);
  if (found === kind) return undefined;
  if (found === undefined && type === "DirectoryOrCreate") return undefined;
  if (found === undefined && type === "FileOrCreate") {
    const folder = path.slice(0, path.lastIndexOf("/")) || "/";
    return kindOfPath(folder, volumes) === "directory" ? undefined : `open ${written}: no such file or directory`;
  }
  return `hostPath type check failed: ${written} is not a ${kind === "socket" ? "socket file" : kind}`;
}
