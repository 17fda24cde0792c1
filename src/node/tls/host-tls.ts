import { X509Certificate } from "node:crypto";
import { messageOf } from "../../apimachinery/message-of.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { pemBlocks, pemOf } from "../../apimachinery/pem.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import type { ServeOptions } from "../command-line.ts";
import type { HostTls, HttpHost } from "../http-host.ts";
import { readConfigurationFile } from "../read-file.ts";
import { watchFiles } from "../watch-files.ts";
import { identifyClients } from "./client-certificates.ts";
import type { NamedCertificate, NamedCertificateFiles } from "./named-certificates.ts";
import { certificateFiles, readKeyPair, servingCertificate } from "./serving-certificate.ts";

type TlsSettings = Pick<
  ServeOptions,
  | "tls"
  | "namedCertificates"
  | "storage"
  | "tlsMinVersion"
  | "tlsCiphers"
  | "clientCaFile"
  | "requestheaderClientCaFile"
  | "requestheaderAllowedNames"
>;

/** How a host serves HTTPS, and the CA that its clients trust. */
export interface OpenedTls {
  readonly host: HostTls;
  /** The CA certificate for the kubeconfig. Undefined if the certificate was not generated here. */
  readonly ca: string | undefined;
}

/**
 * Reads the certificates that the options name; undefined for plain HTTP. Throws a ConfigurationError if one cannot be
 * used.
 */
export function openTls(settings: TlsSettings): OpenedTls | undefined {
  const serving = servingCertificate(settings, Date.now());
  if (serving === undefined) return undefined;
  const users = readAuthorities("client-ca-bundle", settings.clientCaFile);
  const proxies = readAuthorities("request-header", settings.requestheaderClientCaFile);
  const all = [users, proxies].filter((authorities) => authorities !== undefined);
  return {
    host: {
      cert: serving.cert,
      key: serving.key,
      named: settings.namedCertificates.map(readNamed),
      minVersion: settings.tlsMinVersion,
      ciphers: settings.tlsCiphers,
      ...(all.length > 0 && {
        clientCa: all.join(""),
        identify: identifyClients({ users, proxies, proxyNames: settings.requestheaderAllowedNames }, () => Date.now()),
      }),
    },
    ca: serving.ca,
  };
}

/** Reads a certificate for some hosts (NewDynamicSNIContentFromFiles). */
function readNamed({ certFile, keyFile, names }: NamedCertificateFiles): NamedCertificate {
  try {
    return { ...readKeyPair(certFile, keyFile), names };
  } catch (cause) {
    throw new ConfigurationError(`failed to load SNI cert and key: ${messageOf(cause)}`, { cause });
  }
}

/** Reads the certificates of a file, which has a name in messages (NewDynamicCAContentFromFile). */
function readAuthorities(name: string, file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const text = readConfigurationFile(file);
  const bundle = `${name}::${file}`;
  if (text === "") throw new ConfigurationError(`missing content for CA bundle ${quoteGo(bundle)}`);
  const refuse = (reason: string, cause?: unknown): ConfigurationError =>
    new ConfigurationError(`error loading CA bundle for ${quoteGo(bundle)}: ${reason}`, { cause });
  const certificates = [...pemBlocks(text)].filter(({ type }) => type === "CERTIFICATE");
  if (certificates.length === 0) throw refuse("data does not contain any valid RSA or ECDSA certificates");
  try {
    return certificates.map(({ bytes }) => pemOf("CERTIFICATE", new X509Certificate(bytes).raw)).join("");
  } catch (cause) {
    throw refuse(messageOf(cause), cause);
  }
}

/**
 * Has a host serve with what the files of its certificates hold once they change, as the certificates of a Secret that
 * is mounted do. Files that cannot be used are reported, and the former ones stay. Returns what ends it.
 */
export function reloadTls(
  settings: TlsSettings,
  host: Pick<HttpHost, "changeTls">,
  report: (message: string) => void,
  intervalMs = 1000,
): () => void {
  const served = certificateFiles(settings);
  const files = [
    served?.certFile,
    served?.keyFile,
    ...settings.namedCertificates.flatMap(({ certFile, keyFile }) => [certFile, keyFile]),
    settings.clientCaFile,
    settings.requestheaderClientCaFile,
  ].filter((file) => file !== undefined);
  const reload = (): void => {
    try {
      const opened = openTls(settings);
      if (opened !== undefined) host.changeTls(opened.host);
    } catch (error) {
      report(`the certificates are not read again: ${messageOf(error)}`);
    }
  };
  return watchFiles(files, reload, intervalMs);
}
