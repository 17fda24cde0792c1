import { X509Certificate } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { messageOf } from "../../apimachinery/message-of.ts";
import { pemBlocks, pemOf } from "../../apimachinery/pem.ts";
import { keyPairProblem } from "../../apis/certificates/x509/key-pair.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import { folderOf, type ServeOptions } from "../command-line.ts";
import { generateCertificate, type ServingCertificate } from "./certificate.ts";
import { readConfigurationFile, readSettings } from "../read-file.ts";
import { replaceFile } from "../replace-file.ts";

/**
 * Returns the configured certificate, either from files or generated and stored next to the objects; undefined for
 * plain HTTP.
 */
export function servingCertificate(
  { tls, storage }: Pick<ServeOptions, "tls" | "storage">,
  now: number,
): ServingCertificate | undefined {
  if (tls === undefined) return undefined;
  if (tls !== "generated") return "certDir" in tls ? certificateIn(tls.certDir, now) : readCertificate(tls);
  const folder = folderOf(storage);
  if (folder === undefined) return generateCertificate(now);
  return keptCertificate(join(folder, "tls"), now);
}

/** Returns the paths of the certificate and key that are read again when they change; none if they are kept. */
export function certificateFiles({ tls }: Pick<ServeOptions, "tls">): CertificateFiles | undefined {
  if (tls === undefined || tls === "generated") return undefined;
  return "certDir" in tls ? filesIn(tls.certDir) : tls;
}

interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

const filesIn = (folder: string): CertificateFiles => ({
  certFile: join(folder, "apiserver.crt"),
  keyFile: join(folder, "apiserver.key"),
});

/** Returns the certificate of a folder, which is made if there is none (MaybeDefaultWithSelfSignedCerts). */
function certificateIn(folder: string, now: number): ServingCertificate {
  const files = filesIn(folder);
  if (existsSync(files.certFile) && existsSync(files.keyFile)) {
    const kept = readCertificate(files);
    return { ...kept, ca: lastIn(kept.cert) };
  }
  const made = generateCertificate(now);
  mkdirSync(folder, { recursive: true });
  replaceFile(files.keyFile, made.key, 0o600);
  replaceFile(files.certFile, `${made.cert}${made.ca ?? ""}`, 0o644);
  return made;
}

/** Returns the last certificate of a file: its authority, if the file was made here or by kube-apiserver. */
function lastIn(pem: string): string | undefined {
  const last = [...pemBlocks(pem)].findLast(({ type }) => type === "CERTIFICATE");
  return last && pemOf("CERTIFICATE", last.bytes);
}

function readCertificate({ certFile, keyFile }: CertificateFiles): ServingCertificate {
  return { ...readKeyPair(certFile, keyFile), ca: undefined };
}

/** Reads a certificate and its key in PEM; throws a ConfigurationError with Go's text (tls.LoadX509KeyPair). */
export function readKeyPair(certFile: string, keyFile: string): { readonly cert: string; readonly key: string } {
  const [cert, key] = [readConfigurationFile(certFile), readConfigurationFile(keyFile)];
  const problem = keyPairProblem(cert, key);
  if (problem !== undefined) throw new ConfigurationError(problem);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new ConfigurationError(`${certFile} and ${keyFile} cannot be used: ${messageOf(error)}`, { cause: error });
  }
  return { cert, key };
}

const names = { cert: "tls.crt", key: "tls.key", ca: "ca.crt" } as const;

/** Returns the stored certificate if it is valid for at least another day, and otherwise generates one. */
function keptCertificate(folder: string, now: number): ServingCertificate {
  const kept = readKept(folder);
  if (kept !== undefined && Date.parse(new X509Certificate(kept.cert).validTo) > now + 24 * 60 * 60 * 1000) return kept;
  const made = generateCertificate(now);
  mkdirSync(folder, { recursive: true });
  for (const [part, text] of [
    ["ca", made.ca ?? ""],
    ["key", made.key],
    ["cert", made.cert], // last: without it, or with one that has expired, all of them are made anew
  ] as const)
    replaceFile(join(folder, names[part]), text, 0o600);
  return made;
}

function readKept(folder: string): ServingCertificate | undefined {
  const read = (name: string): string => readSettings(join(folder, name));
  try {
    return { cert: read(names.cert), key: read(names.key), ca: read(names.ca) };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
