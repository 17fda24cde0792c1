import { conclude, field, missing } from "../conclude.ts";
import { labelsAt, textAt } from "../fields.ts";
import { objectId } from "../object-id.ts";
import type { Rule } from "../rule.ts";

const account = "kubernetes.io/service-account.name";

/** The rules of Secrets: tokens of ServiceAccounts, which a controller writes into them. */
export const secretRules: readonly Rule[] = [
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
