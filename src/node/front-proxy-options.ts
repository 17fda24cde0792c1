import { listed } from "./access-options.ts";
import type { ProxyCertificate } from "./extension-client.ts";
import { readConfigurationFile } from "./read-file.ts";
import { UsageError } from "./usage-error.ts";

/** How this server appears to extension API servers. */
export interface FrontProxyOptions {
  /** The paths of the client certificate and key with which it calls them. */
  readonly proxyClient: { readonly certFile: string; readonly keyFile: string } | undefined;
  /**
   * The path of the CA certificates by which they verify it, and this server the front proxies before it; undefined if
   * nothing is said to them, and no front proxy is trusted.
   */
  readonly requestheaderClientCaFile: string | undefined;
  /** The common names of that certificate; any if there are none. */
  readonly requestheaderAllowedNames: readonly string[];
}

/** The values of the flags. */
interface FrontProxyValues {
  readonly "proxy-client-cert-file"?: string | undefined;
  readonly "proxy-client-key-file"?: string | undefined;
  readonly "requestheader-client-ca-file"?: string | undefined;
  readonly "requestheader-allowed-names": readonly string[];
}

/** Returns the options of the flags; throws a UsageError if a certificate has no key. */
export function frontProxyOptions(values: FrontProxyValues): FrontProxyOptions {
  const { "proxy-client-cert-file": certFile, "proxy-client-key-file": keyFile } = values;
  if ((certFile === undefined) !== (keyFile === undefined))
    throw new UsageError("--proxy-client-cert-file and --proxy-client-key-file belong together");
  return {
    proxyClient: certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile },
    requestheaderClientCaFile: values["requestheader-client-ca-file"],
    requestheaderAllowedNames: listed(values["requestheader-allowed-names"]),
  };
}

/** Reads the certificate of the proxy. */
export const proxyCertificate = ({ proxyClient }: Partial<FrontProxyOptions>): ProxyCertificate | undefined =>
  proxyClient && { cert: readConfigurationFile(proxyClient.certFile), key: readConfigurationFile(proxyClient.keyFile) };

/** Returns what extension servers read of their front proxy and of client certificates (ClusterAuthenticationInfo). */
export function clientAuthentication({
  requestheaderClientCaFile: file,
  requestheaderAllowedNames: names = [],
  clientCaFile,
}: Partial<FrontProxyOptions> & { readonly clientCaFile?: string | undefined }):
  | Readonly<Record<string, string>>
  | undefined {
  const users = clientCaFile === undefined ? undefined : { "client-ca-file": readConfigurationFile(clientCaFile) };
  if (file === undefined) return users;
  return {
    ...users,
    "requestheader-allowed-names": JSON.stringify(names),
    "requestheader-client-ca-file": readConfigurationFile(file),
    "requestheader-extra-headers-prefix": '["X-Remote-Extra-"]',
    "requestheader-group-headers": '["X-Remote-Group"]',
    "requestheader-uid-headers": '["X-Remote-Uid"]',
    "requestheader-username-headers": '["X-Remote-User"]',
  };
}
