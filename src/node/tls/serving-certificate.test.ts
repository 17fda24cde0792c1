import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { servingCertificate } from "./serving-certificate.ts";

const folder = mkdtempSync(join(tmpdir(), "kubepad-tls-"));
afterAll(() => rmSync(folder, { recursive: true }));

const year = 365 * 24 * 60 * 60 * 1000;
const kept = (now: number) => servingCertificate({ tls: "generated", storage: { folder } }, now);

test("is for this machine and signed by the authority beside it", () => {
  const made = servingCertificate({ tls: "generated", storage: "memory" }, Date.now());
  const [certificate, authority] = [new X509Certificate(made?.cert ?? ""), new X509Certificate(made?.ca ?? "")];
  expect(certificate.checkIP("127.0.0.1")).toBe("127.0.0.1");
  expect(certificate.checkHost("localhost")).toBe("localhost");
  expect([certificate.ca, authority.ca, certificate.verify(authority.publicKey)]).toEqual([false, true, true]);
});

test("is kept in the folder of the objects, for its owner alone, until it expires", () => {
  const now = Date.now();
  const first = kept(now);
  expect(kept(now)).toEqual(first);
  expect(statSync(join(folder, "tls", "tls.key")).mode & 0o777).toBe(0o600);
  expect(kept(now + year)?.cert).not.toBe(first?.cert);
});

test("is kept in a folder of certificates, with its authority", () => {
  const tls = { certDir: join(folder, "certs") };
  const made = servingCertificate({ tls, storage: "memory" }, Date.now());
  const kept = servingCertificate({ tls, storage: "memory" }, Date.now());
  expect(kept).toEqual({ ...made, cert: `${made?.cert}${made?.ca}` });
});

test("is read from files that are named, and there is none without TLS", () => {
  const files = { certFile: join(folder, "tls", "tls.crt"), keyFile: join(folder, "tls", "tls.key") };
  expect(servingCertificate({ tls: files, storage: "memory" }, Date.now())?.cert).toContain("BEGIN CERTIFICATE");
  expect(() =>
    servingCertificate({ tls: { certFile: files.keyFile, keyFile: files.certFile }, storage: "memory" }, Date.now()),
  ).toThrow("but did find a private key; PEM inputs may have been switched");
  expect(servingCertificate({ tls: undefined, storage: "memory" }, Date.now())).toBeUndefined();
});
