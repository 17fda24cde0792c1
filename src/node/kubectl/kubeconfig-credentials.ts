import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import { textAt } from "../../kubectl/json-access.ts";
import { KubectlError } from "../../kubectl/kubectl-error.ts";
import type { ConnectOptions } from "../../kubectl/session.ts";
import { readConfigurationFile } from "../read-file.ts";
import type { TlsCredentials } from "./http-handle.ts";

/**
 * Returns the credentials that a kubeconfig has for a server: certificates as data, or as files, whose paths start at
 * the folder of the kubeconfig. Throws a KubectlError if a file cannot be read.
 */
export function credentialsOf({ cluster, user, insecure }: ConnectOptions, kubeconfig: string): TlsCredentials {
  const read = (from: JsonObject, name: string): string | undefined => {
    const data = textAt(from, `${name}-data`);
    if (data !== "") return Buffer.from(data, "base64").toString("utf8");
    const file = textAt(from, name);
    return file === "" ? undefined : readCertificate(resolve(dirname(kubeconfig), file), name);
  };
  const serverName = textAt(cluster, "tls-server-name");
  return {
    ca: read(cluster, "certificate-authority"),
    cert: read(user, "client-certificate"),
    key: read(user, "client-key"),
    ...(serverName !== "" && { servername: serverName }),
    rejectUnauthorized: !insecure && cluster["insecure-skip-tls-verify"] !== true,
  };
}

/**
 * Returns the header Authorization that the user of a kubeconfig has for a webhook: a token, of a file or as it is, or
 * a name with a password. Throws a ConfigurationError if the file cannot be read.
 */
export function authorizationOf(user: JsonObject): string | undefined {
  const [token, name, file] = [textAt(user, "token"), textAt(user, "username"), textAt(user, "tokenFile")];
  if (file !== "") return `Bearer ${readConfigurationFile(file).trim()}`;
  if (token !== "") return `Bearer ${token}`;
  return name === "" ? undefined : `Basic ${Buffer.from(`${name}:${textAt(user, "password")}`).toString("base64")}`;
}

function readCertificate(file: string, name: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const problem =
      cause instanceof Error && "code" in cause && cause.code === "ENOENT" ? "no such file or directory" : "";
    throw new KubectlError(`invalid configuration: unable to read ${name} ${file}: open ${file}: ${problem}`);
  }
}
