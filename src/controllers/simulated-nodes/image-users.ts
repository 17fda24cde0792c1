import { imageReference } from "./image-names.ts";

/**
 * The users that well-known images run as, as their configurations name them: an id, a name, or "" for root. An image
 * whose user is not known here is taken to run as whatever its pod wants.
 */
const users: Readonly<Record<string, string>> = {
  "docker.io/nginxinc/nginx-unprivileged": "101",
  "docker.io/grafana/grafana": "472",
  "docker.io/prom/prometheus": "nobody",
  "docker.io/prom/node-exporter": "nobody",
  "docker.io/jenkins/jenkins": "jenkins",
  "docker.io/curlimages/curl": "curl_user",
  "docker.io/library/haproxy": "haproxy",
  "docker.io/library/memcached": "memcache",
  "quay.io/prometheus/prometheus": "nobody",
  "quay.io/prometheus/node-exporter": "nobody",
  "registry.k8s.io/pause": "65535:65535",
};

/** Official images that run as root unless a pod says otherwise. */
const rootImages = new Set(
  (
    "alpine busybox debian ubuntu fedora nginx httpd redis mysql mariadb postgres mongo rabbitmq node python golang " +
    "php ruby openjdk eclipse-temurin wordpress traefik caddy registry perl bash"
  ).split(" "),
);

/** Returns the user that an image names, "" for root; undefined for an image that is not known here. */
export function userOfImage(image: string): string | undefined {
  const name = (imageReference(image).split("@")[0] ?? "").replace(/:[^:/]*$/, "");
  const official = /^docker\.io\/library\/([^/]+)$/.exec(name)?.[1];
  if (official !== undefined && rootImages.has(official)) return "";
  if (name.startsWith("gcr.io/distroless/")) return /:[\w.-]*nonroot/.test(image) ? "65532" : "0";
  return users[name] ?? (name.startsWith("docker.io/bitnami/") ? "1001" : undefined);
}
