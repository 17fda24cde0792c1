import { renameSync, writeFileSync } from "node:fs";

/** What a kubeconfig tells kubectl. */
export interface KubeconfigOptions {
  /** `https://127.0.0.1:PORT` */
  readonly server: string;
  readonly token: string;
  /**
   * Who signed the server's certificate, in PEM; undefined where the system's authorities decide, or nothing is signed.
   */
  readonly ca: string | undefined;
}

/** A kubeconfig of one cluster and one user, called kubepad. JSON is YAML too. */
function kubeconfigText({ server, token, ca }: KubeconfigOptions): string {
  const name = "kubepad";
  const cluster = {
    server,
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

/** Writes a kubeconfig for its owner's eyes only, whole or not at all. */
export function writeKubeconfig(file: string, options: KubeconfigOptions): void {
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, kubeconfigText(options), { mode: 0o600 });
  renameSync(draft, file);
}
