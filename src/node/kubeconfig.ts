import { replaceFile } from "./replace-file.ts";

/** The contents of a kubeconfig. */
export interface KubeconfigOptions {
  /** `https://127.0.0.1:PORT` */
  readonly server: string;
  readonly token: string;
  /** The CA certificate of the server, in PEM. Undefined if the system's CAs apply or the server uses plain HTTP. */
  readonly ca: string | undefined;
}

/** Returns a kubeconfig with one cluster and one user, both named kubepad. It is JSON, which is also valid YAML. */
export function kubeconfigText({ server, token, ca }: KubeconfigOptions): string {
  const name = "kubepad";
  const cluster = {
    server,
    // @kubernetes/client-node refuses plain HTTP without it
    ...(server.startsWith("http:") && { "insecure-skip-tls-verify": true }),
    ...(ca !== undefined && { "certificate-authority-data": Buffer.from(ca).toString("base64") }),
  };
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    "current-context": name,
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}

/** Writes a kubeconfig atomically, readable by its owner only. */
export function writeKubeconfig(file: string, options: KubeconfigOptions): void {
  replaceFile(file, kubeconfigText(options), 0o600);
}
