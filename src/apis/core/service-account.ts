import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Strategy } from "../../apiserver/registry/strategy.ts";
import type { TableLayout } from "../../apiserver/registry/table-column.ts";
import { recordsAt } from "../record.ts";
import { ageColumn, nameColumn, sizeOf, text } from "../table-cells.ts";
import { enforceMountableSecrets } from "./mountable-secrets.ts";

/** Reduces secret references to their names (registry/core/serviceaccount cleanSecretReferences). */
function cleanSecrets(account: KubeObject): KubeObject {
  const secrets = recordsAt(account, "secrets");
  if (secrets.every((s) => Object.keys(s).length === 1 && "name" in s)) return account;
  return { ...account, secrets: secrets.map(({ name }) => (name === undefined ? {} : { name })) };
}

const enforcesMountableSecrets = ({ metadata }: KubeObject): boolean =>
  metadata.annotations?.[enforceMountableSecrets] !== undefined;

/** Warns of an annotation that is new (warnIfHasEnforceMountableSecretsAnnotation). */
const mountableSecretsWarnings = (account: KubeObject, old?: KubeObject): readonly string[] =>
  !enforcesMountableSecrets(account) || (old !== undefined && enforcesMountableSecrets(old))
    ? []
    : [
        `metadata.annotations[${enforceMountableSecrets}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
      ];

/** Strategy of ServiceAccounts. */
export const serviceAccountStrategy: Strategy = {
  validatesMetadata: true,
  prepareForCreate: cleanSecrets,
  prepareForUpdate: cleanSecrets,
  warningsOnCreate: (account) => mountableSecretsWarnings(account),
  warningsOnUpdate: mountableSecretsWarnings,
};

/** The columns of ServiceAccounts. */
export const serviceAccountTable: TableLayout = {
  columns: [
    nameColumn,
    text("Secrets", "How many secrets belong to it.", (object) => sizeOf(object["secrets"])),
    ageColumn,
  ],
};
