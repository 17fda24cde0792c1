import { createPublicKey, X509Certificate } from "node:crypto";
import { expect, test } from "vitest";
import { openssl } from "./openssl.ts";

/** A folder in memory, and `openssl` in it. */
function folder(files: Readonly<Record<string, string>> = {}) {
  const written = new Map(Object.entries(files));
  const run = {
    files: {
      read: async (path: string) => written.get(path),
      list: async () => [...written.keys()],
      write: async (path: string, text: string) => void written.set(path, text),
      remove: async (path: string) => void written.delete(path),
    },
    now: Date.parse("2026-11-30T18:39:11.500Z"),
    input: "",
  };
  return { written, run: (line: string, input = "") => openssl(line.split(" "), { ...run, input }) };
}

/** A key, a configuration, and what OpenSSL 3.0.19 has made of them and prints. */
const key = `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIH5FieeSssrjADgnMjjDLtHqt45Q7l5GPy4gCwrqcbl8oAoGCCqGSM49
AwEHoUQDQgAEbwMUf8gUSTR3sY7fZlTFqynoo8IAxt5xgwY//HzMStyqTd3oPACq
tXJSjboGCKztFo+LxafQaAHPfnUbVfUicg==
-----END EC PRIVATE KEY-----
`;
const configuration = `[ v3 ]
basicConstraints=critical,CA:TRUE,pathlen:1
keyUsage=critical,digitalSignature,keyCertSign
extendedKeyUsage=serverAuth,clientAuth
subjectAltName=@names
subjectKeyIdentifier=hash
[ names ]
DNS.1=web
IP.1=10.0.0.1
IP.2=fd00::1
email.1=a@b.c
`;
const certificate = `-----BEGIN CERTIFICATE-----
MIIBvDCCAWKgAwIBAgIBTTAKBggqhkjOPQQDAjAcMQwwCgYDVQQDDAN3ZWIxDDAK
BgNVBAoMA2RldjAeFw0yNjExMzAxODM5MTFaFw0yNjEyMzAxODM5MTFaMBwxDDAK
BgNVBAMMA3dlYjEMMAoGA1UECgwDZGV2MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
QgAEbwMUf8gUSTR3sY7fZlTFqynoo8IAxt5xgwY//HzMStyqTd3oPACqtXJSjboG
CKztFo+LxafQaAHPfnUbVfUicqOBlDCBkTASBgNVHRMBAf8ECDAGAQH/AgEBMA4G
A1UdDwEB/wQEAwIChDAdBgNVHSUEFjAUBggrBgEFBQcDAQYIKwYBBQUHAwIwLQYD
VR0RBCYwJIIDd2VihwQKAAABhxD9AAAAAAAAAAAAAAAAAAABgQVhQGIuYzAdBgNV
HQ4EFgQUmX9Cdla824dzkO4D2/fuv2o9AIgwCgYIKoZIzj0EAwIDSAAwRQIgMFhJ
G8H1C6h+AXdX9nJQ8JPp8v9ak/CZ+5+ioykUFmgCIQDnY7EvIjYBYjmii0sa7aVA
01X37p93KQ3tuqAVNbRV/Q==
-----END CERTIFICATE-----
`;
const certificateText = `Certificate:
    Data:
        Version: 3 (0x2)
        Serial Number: 77 (0x4d)
        Signature Algorithm: ecdsa-with-SHA256
        Issuer: CN = web, O = dev
        Validity
            Not Before: Nov 30 18:39:11 2026 GMT
            Not After : Dec 30 18:39:11 2026 GMT
        Subject: CN = web, O = dev
        Subject Public Key Info:
            Public Key Algorithm: id-ecPublicKey
                Public-Key: (256 bit)
                pub:
                    04:6f:03:14:7f:c8:14:49:34:77:b1:8e:df:66:54:
                    c5:ab:29:e8:a3:c2:00:c6:de:71:83:06:3f:fc:7c:
                    cc:4a:dc:aa:4d:dd:e8:3c:00:aa:b5:72:52:8d:ba:
                    06:08:ac:ed:16:8f:8b:c5:a7:d0:68:01:cf:7e:75:
                    1b:55:f5:22:72
                ASN1 OID: prime256v1
                NIST CURVE: P-256
        X509v3 extensions:
            X509v3 Basic Constraints: critical
                CA:TRUE, pathlen:1
            X509v3 Key Usage: critical
                Digital Signature, Certificate Sign
            X509v3 Extended Key Usage: 
                TLS Web Server Authentication, TLS Web Client Authentication
            X509v3 Subject Alternative Name: 
                DNS:web, IP Address:10.0.0.1, IP Address:FD00:0:0:0:0:0:0:1, email:a@b.c
            X509v3 Subject Key Identifier: 
                99:7F:42:76:56:BC:DB:87:73:90:EE:03:DB:F7:EE:BF:6A:3D:00:88
    Signature Algorithm: ecdsa-with-SHA256
    Signature Value:
        30:45:02:20:30:58:49:1b:c1:f5:0b:a8:7e:01:77:57:f6:72:
        50:f0:93:e9:f2:ff:5a:93:f0:99:fb:9f:a2:a3:29:14:16:68:
        02:21:00:e7:63:b1:2f:22:36:01:62:39:a2:8b:4b:1a:ed:a5:
        40:d3:55:f7:ee:9f:77:29:0d:ed:ba:a0:15:35:b4:55:fd
`;
const request = `-----BEGIN CERTIFICATE REQUEST-----
MIHWMH4CAQAwHDEMMAoGA1UEAwwDd2ViMQwwCgYDVQQKDANkZXYwWTATBgcqhkjO
PQIBBggqhkjOPQMBBwNCAARvAxR/yBRJNHexjt9mVMWrKeijwgDG3nGDBj/8fMxK
3KpN3eg8AKq1clKNugYIrO0Wj4vFp9BoAc9+dRtV9SJyoAAwCgYIKoZIzj0EAwID
SAAwRQIhAKaUBF0avrVMQ06jFcQGj8vO/O52x5iu16yVjNOeDu2KAiBQ+90EF2K+
wBJ7GoUN+auaG9NtQ9GVBSTlLylp69Mvdg==
-----END CERTIFICATE REQUEST-----
`;
const requestText = `Certificate Request:
    Data:
        Version: 1 (0x0)
        Subject: CN = web, O = dev
        Subject Public Key Info:
            Public Key Algorithm: id-ecPublicKey
                Public-Key: (256 bit)
                pub:
                    04:6f:03:14:7f:c8:14:49:34:77:b1:8e:df:66:54:
                    c5:ab:29:e8:a3:c2:00:c6:de:71:83:06:3f:fc:7c:
                    cc:4a:dc:aa:4d:dd:e8:3c:00:aa:b5:72:52:8d:ba:
                    06:08:ac:ed:16:8f:8b:c5:a7:d0:68:01:cf:7e:75:
                    1b:55:f5:22:72
                ASN1 OID: prime256v1
                NIST CURVE: P-256
        Attributes:
            (none)
            Requested Extensions:
    Signature Algorithm: ecdsa-with-SHA256
    Signature Value:
        30:45:02:21:00:a6:94:04:5d:1a:be:b5:4c:43:4e:a3:15:c4:
        06:8f:cb:ce:fc:ee:76:c7:98:ae:d7:ac:95:8c:d3:9e:0e:ed:
        8a:02:20:50:fb:dd:04:17:62:be:c0:12:7b:1a:85:0d:f9:ab:
        9a:1b:d3:6d:43:d1:95:05:24:e5:2f:29:69:eb:d3:2f:76
`;

/** What is written and printed in `text`, without the serial number and the signature, which are random. */
const steady = (text: string): string =>
  text.replace(/Serial Number:.*\n(?: {12}[0-9a-f:]+\n)?/, "").replace(/Signature Value:[^]*/, "");

test("what OpenSSL has made is printed as by it", async () => {
  const { run } = folder({ "web.crt": certificate, "web.csr": request });
  expect(await run("x509 -in web.crt -noout -text")).toEqual({ stdout: certificateText, stderr: "", code: 0 });
  expect(await run("req -in web.csr -noout -text")).toEqual({ stdout: requestText, stderr: "", code: 0 });
  expect(await run("x509 -noout -subject -issuer -dates -serial", certificate)).toEqual({
    stdout:
      "subject=CN = web, O = dev\nissuer=CN = web, O = dev\nnotBefore=Nov 30 18:39:11 2026 GMT\nnotAfter=Dec 30 18:39:11 2026 GMT\nserial=4D\n",
    stderr: "",
    code: 0,
  });
});

test("a certificate that is made is that of OpenSSL, but for its serial number and signature", async () => {
  const { run, written } = folder({ "web.key": key, "web.conf": configuration });
  expect(await run("req -new -key web.key -out web.csr -subj /CN=web/O=dev")).toMatchObject({ stdout: "", code: 0 });
  expect(
    await run("x509 -req -in web.csr -signkey web.key -days 30 -extfile web.conf -extensions v3 -out web.crt"),
  ).toEqual({ stdout: "", stderr: "Certificate request self-signature ok\nsubject=CN = web, O = dev\n", code: 0 });
  expect(steady((await run("x509 -in web.crt -noout -text")).stdout)).toBe(steady(certificateText));
  const made = new X509Certificate(written.get("web.crt") ?? "");
  expect(made.verify(createPublicKey(key))).toBe(true);
  expect(made.subjectAltName).toBe(new X509Certificate(certificate).subjectAltName);
});

test("an authority of RSA signs a request", async () => {
  const { run, written } = folder({ "web.conf": configuration });
  for (const line of [
    "genrsa -out ca.key 2048",
    "req -x509 -new -nodes -key ca.key -subj /CN=10.0.0.1 -days 10000 -out ca.crt",
    "req -new -newkey rsa:2048 -nodes -keyout web.key -subj /CN=web -addext subjectAltName=DNS:web.default -out web.csr",
    "x509 -req -in web.csr -CA ca.crt -CAkey ca.key -CAcreateserial -out web.crt -days 365",
  ])
    expect({ line, code: (await run(line)).code }).toEqual({ line, code: 0 });
  const authority = new X509Certificate(written.get("ca.crt") ?? "");
  const made = new X509Certificate(written.get("web.crt") ?? "");
  expect([authority.ca, authority.verify(authority.publicKey)]).toEqual([true, true]);
  expect([made.checkIssued(authority), made.verify(authority.publicKey), made.issuer]).toEqual([
    true,
    true,
    "CN=10.0.0.1",
  ]);
  expect((await run("req -in web.csr -noout -subject -verify")).stdout).toBe("subject=CN = web\n");
  expect((await run("req -in web.csr -noout -text")).stdout).toContain("DNS:web.default\n");
  expect((await run("x509 -in web.crt -noout -text")).stdout).toContain("Public-Key: (2048 bit)\n");
});

// oxfmt-ignore
test.each([
  ["frob", "Invalid command 'frob'; genrsa, genpkey, ecparam, req, x509, rand are available here.\n"],
  ["x509 -in none.crt", "Could not open file or uri for loading certificate from none.crt\n"],
  ["x509 -in web.conf -noout", "Could not read certificate from web.conf\nUnable to load certificate\n"],
  ["x509 -frob", "x509: the option -frob is not available here\n"],
  ["x509 -in", "x509: Option -in needs a value\n"],
  ["req -new -key web.key", "req: a subject is asked for: give it by -subj, or in a configuration without prompts\n"],
  ["req -new -key web.key -subj CN=bad", "subject name is expected to be in the format /type0=value0/type1=value1/type2=... where characters may be escaped by \\. This name is not in that format: 'CN=bad'\n"],
  ["req -new -key web.key -subj /CN=a -addext subjectAltName=IP:web", "bad ip address: value=web\n"],
  ["req -new -key web.conf -subj /CN=a", "Could not read private key from web.conf\n"],
  ["genrsa 512", "keys of 512 bits are not available here\n"],
])("openssl %s is refused", async (line, stderr) => {
  const { run } = folder({ "web.key": key, "web.conf": configuration });
  expect(await run(line)).toEqual({ stdout: "", stderr, code: 1 });
});

test("random bytes are printed in digits", async () => {
  const { run } = folder();
  expect((await run("rand -hex 4")).stdout).toMatch(/^[0-9a-f]{8}\n$/);
  expect((await run("rand -base64 6")).stdout).toMatch(/^[A-Za-z0-9+/]{8}\n$/);
});
