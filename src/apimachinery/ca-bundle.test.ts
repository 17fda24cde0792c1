import { expect, test } from "vitest";
import { base64OfBytes } from "./base64.ts";
import { caBundleProblem } from "./ca-bundle.ts";

const base64 = (text: string): string => base64OfBytes(new TextEncoder().encode(text));
const pem = (type: string, body: string): string => base64(`-----BEGIN ${type}-----\n${body}\n-----END ${type}-----\n`);

const certificate =
  "MIIBdTCCARugAwIBAgIUWbWZaBsfDPakWwXs+EZXg1aODMMwCgYIKoZIzj0EAwIwDzENMAsGA1UEAwwEdGVzdDAgFw0yNjExMjExNjMxMTZaGA8yMTI2MTAyODE2MzExNlowDzENMAsGA1UEAwwEdGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABGPnlQ5s7B1VyIENE2UkDmRKzEgtIJceo42CFfmJikRH/IBMCFBclmmy2cdLM2TL4pEnilRfM9vVVLnhwVDEyCmjUzBRMB0GA1UdDgQWBBSIovkpEqKZkftB8vAbQxlF0tNwjjAfBgNVHSMEGDAWgBSIovkpEqKZkftB8vAbQxlF0tNwjjAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCICdgCd/vfy/uPh2JCFFF2t0MhMOvTpj9lBqp+w+pDMrJAiEAgG2ggm+EXduA482yY9/Tr90YmOAf+ZKZW9SkoEb8B7Q=";

test.each([
  ["none", "", undefined],
  ["a certificate", pem("CERTIFICATE", certificate), undefined],
  ["a line break", "Cg==", "unable to load root certificates: unable to parse bytes as PEM block"],
  [
    "a key",
    pem("EC PRIVATE KEY", certificate),
    "unable to load root certificates: no valid certificate authority data seen",
  ],
  [
    "half a certificate",
    pem("CERTIFICATE", certificate.slice(0, 100)),
    "unable to load root certificates: failed to parse certificate: x509: malformed certificate",
  ],
])("of authorities that are %s", (_, bundle, problem) => expect(caBundleProblem(bundle)).toBe(problem));
