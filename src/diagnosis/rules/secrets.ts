import { bytesOfBase64 } from "../../apimachinery/base64.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import { conclude, field, missing } from "../conclude.ts";
import { labelsAt, textAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { Rule } from "../rule.ts";

const account = "kubernetes.io/service-account.name";

/** The members of a certificate's Secret, and what PEM calls what they hold. */
const pemBlocks: Readonly<Record<string, string>> = { "tls.crt": "CERTIFICATE", "tls.key": "PRIVATE KEY" };

/** Reports whether data in base64 have a block of PEM, whose type ends in a word. */
function holdsBlock(data: string, type: string): boolean {
  try {
    const text = new TextDecoder().decode(bytesOfBase64(data));
    return text.includes("-----BEGIN ") && text.includes(`${type}-----`);
  } catch {
    return false;
  }
}

/** What a Secret holds in place of a certificate, and the key that holds it. */
export function unreadableCertificate(secret: KubeObject) {
  const data = labelsAt(secret, "data");
  const isPem = (name: string): boolean => holdsBlock(data[name] ?? "", pemBlocks[name] ?? "");
  const wrong = Object.keys(pemBlocks).find((name) => !isPem(name));
  if (wrong === undefined) return undefined;
  const what = (data[wrong] ?? "") === "" ? "is empty" : `is no PEM text of a ${pemBlocks[wrong]?.toLowerCase() ?? ""}`;
  return { wrong, words: `its ${wrong} ${what}` };
}

/** A Secret for a certificate that holds something else. */
const certificate: Rule = (secret) => {
  const found = textAt(secret, "type") === "kubernetes.io/tls" ? unreadableCertificate(secret) : undefined;
  if (found === undefined) return undefined;
  return conclude(secret, {
    situation: "secret-certificate-unreadable",
    state: "No certificate",
    level: "warning",
    because: found.words,
    evidence: [field(secret, `data.${found.wrong}`, "")],
  });
};

/** The rules of Secrets: certificates, and tokens of ServiceAccounts, which a controller writes into them. */
export const secretRules: readonly Rule[] = [
  certificate,
  async (secret, { reading }) => {
    if (textAt(secret, "type") !== "kubernetes.io/service-account-token") return undefined;
    const name = secret.metadata.annotations?.[account] ?? "";
    const id = objectId("", "ServiceAccount", secret.metadata.namespace ?? "", name);
    const evidence = [field(secret, `metadata.annotations.${account}`, name)];
    if (await reading.isMissing(id))
      return conclude(secret, {
        situation: "token-of-missing-account",
        state: "Without an account",
        level: "error",
        because: `it is the token of the ServiceAccount ${name}, which does not exist, so it is about to be deleted`,
        evidence: [...evidence, missing(id)],
      });
    if (labelsAt(secret, "data")["token"] !== undefined) return undefined;
    return conclude(secret, {
      situation: "token-not-written",
      state: "Waiting",
      level: "progressing",
      because: `the token of the ServiceAccount ${name} has not been written into it yet`,
      evidence: [...evidence, field(secret, "data.token", "")],
    });
  },
];
