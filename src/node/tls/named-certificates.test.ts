import { X509Certificate } from "node:crypto";
import { describe, expect, test } from "vitest";
import { chooseCertificate, parseNamedCertificate, type CertificateChoice } from "./named-certificates.ts";
import { createTestAuthority, type WantedCertificate } from "./testing/test-authority.ts";

const authority = createTestAuthority("ca");
const issue = (wanted: WantedCertificate) => authority.issue({ usage: "server", ...wanted });
const own = new X509Certificate(issue({ commonName: "own", dnsNames: ["own.example"] }).cert);

type Named = readonly [id: string, wanted: WantedCertificate, names?: readonly string[]];

const choiceOf = (...named: readonly Named[]): CertificateChoice<string> =>
  chooseCertificate(
    own,
    named.map(([id, wanted, names]) => [{ ...issue(wanted), names }, id]),
  );

test.each([
  ["a.crt,a.key", { certFile: "a.crt", keyFile: "a.key", names: undefined }],
  [" a.crt , a.key : *.b , c ", { certFile: "a.crt", keyFile: "a.key", names: ["*.b", "c"] }],
  ["a.crt,a.key:::1", { certFile: "a.crt", keyFile: "a.key", names: ["::1"] }],
])("%j is read", (text, files) => expect(parseNamedCertificate(text)).toEqual(files));

test.each([
  ["a.crt", "expected comma separated certificate and key file paths"],
  ["a,b,c", "expected comma separated certificate and key file paths"],
  ["a,b: ", "empty names list is not allowed"],
])("%j is refused", (text, message) => expect(() => parseNamedCertificate(text)).toThrow(message));

describe("a client that names a host is served with", () => {
  test("the certificate for the name, and else the one for its domain", () => {
    const { forName } = choiceOf(["domain", {}, ["*.example"]], ["host", {}, ["a.example"]]);
    expect(["a.example", "A.Example", "b.example", "a.b.example", "example", "x"].map(forName)).toEqual([
      "host",
      "host",
      "domain",
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("the first of several", () => {
    const { forName } = choiceOf(["first", {}, ["a"]], ["second", {}, ["a", "b"]]);
    expect(["a", "b"].map(forName)).toEqual(["first", "second"]);
  });

  test("one that names the host by its common name or DNS names", () => {
    const { forName } = choiceOf(
      ["names", { commonName: "*.cn.example", dnsNames: ["san.example"] }],
      ["an address", { commonName: "10.0.0.1" }],
      ["no name", { commonName: "not a name" }],
    );
    expect(["x.cn.example", "san.example", "10.0.0.1", "not a name"].map(forName)).toEqual([
      "names",
      "names",
      undefined,
      undefined,
    ]);
  });

  test("one that is valid for it, though it is given for others, unless the server's own is", () => {
    const { forName } = choiceOf(["given", { dnsNames: ["own.example", "b.example"] }, ["c.example"]]);
    expect(["b.example", "c.example", "own.example"].map(forName)).toEqual(["given", "given", undefined]);
  });
});

test("a client that names none is served with the certificate for the address, if there is one", () => {
  const { forAddress, hasAddresses } = choiceOf(["four", {}, ["10.0.0.1"]], ["six", {}, ["::1"]]);
  expect(hasAddresses).toBe(true);
  expect(["10.0.0.1", "::ffff:10.0.0.1", "::1", "10.0.0.2"].map(forAddress)).toEqual([
    "four",
    "four",
    "six",
    undefined,
  ]);
  expect(choiceOf(["named", { commonName: "10.0.0.1" }]).hasAddresses).toBe(false);
});
