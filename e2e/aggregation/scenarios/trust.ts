import type { Scenario, Step } from "../scenario.ts";
import { coreServices, externalService, patch, prepare, register, services } from "./objects.ts";

const name = "v1.trust.test";
const echo = "/apis/trust.test/v1/echo";

/** Sets how the extension server is verified, and asks it until the answer has a status. */
const verified = (id: string, spec: object, untilStatus: number): Step[] => [
  { ...patch(`set ${id}`, `${services}/${name}`, { spec: { insecureSkipTLSVerify: null, ...spec } }), quiet: true },
  { id, method: "GET", target: echo, untilStatus },
];
const text = (words: string): string => Buffer.from(words).toString("base64");
/** What fails, between two bundles with which requests succeed. */
const nothing = (id: string): Step[] => verified(`no bundle ${id}`, { caBundle: null }, 503);

/** What a caBundle may have, and what is answered where it does not verify the extension server. */
export const trust: Scenario = {
  name: "trust",
  names: ["there.default.svc", "also.there"],
  chained: true,
  open: () => ({
    extension: () => ({ status: 200, headers: [["Content-Type", "application/json"]], body: "{}" }),
    steps: [
      prepare("a service", coreServices, externalService("there")),
      prepare("a service that the certificate does not name", coreServices, externalService("elsewhere")),
      ...register("there", name),
      ...verified("the root", { caBundle: "${ca}" }, 200),
      ...verified("a bundle without a certificate", { caBundle: text("abc") }, 500),
      { id: "its condition", method: "GET", target: `${services}/${name}`, part: conditionsOf },
      ...verified("the intermediate only", { caBundle: "${intermediate}" }, 200),
      ...verified("another root", { caBundle: "${otherCa}" }, 503),
      ...verified("the root again", { caBundle: "${ca}" }, 200),
      ...verified("a key in place of a certificate", { caBundle: text(key) }, 500),
      ...verified("the root once more", { caBundle: "${ca}" }, 200),
      ...verified("a broken certificate", { caBundle: text(broken) }, 500),
      ...verified("the root after it", { caBundle: "${ca}" }, 200),
      ...nothing("at last"),
      ...verified("the root at last", { caBundle: "${ca}" }, 200),
      ...verified("another name", { caBundle: "${ca}", service: { name: "elsewhere" } }, 503),
      ...verified("nothing verified", { caBundle: null, insecureSkipTLSVerify: true }, 200),
    ],
  }),
};

const pem = (label: string, content: string): string =>
  `-----BEGIN ${label}-----\n${content}\n-----END ${label}-----\n`;
const key = pem("PRIVATE KEY", "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g");
const broken = pem("CERTIFICATE", "AAAA");

const conditionsOf = (object: unknown): unknown =>
  (object as { readonly status: { readonly conditions: unknown } }).status.conditions;
