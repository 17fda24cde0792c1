import type { EncryptionFile } from "./encryption/open-encryption.ts";
import type { ServeValues } from "./serve-flags.ts";
import { UsageError } from "./usage-error.ts";

/** The options for how objects are stored. */
export interface StorageOptions {
  /** Where the configuration of encryption is; undefined if nothing is encrypted. */
  readonly encryption: EncryptionFile | undefined;
}

/** Returns the options of the flags; throws a UsageError for values that are not valid. */
export function storageOptions(values: ServeValues): StorageOptions {
  const file = values["encryption-provider-config"];
  const reload = values["encryption-provider-config-automatic-reload"];
  if (file === undefined && reload)
    throw new UsageError("--encryption-provider-config-automatic-reload must be set with --encryption-provider-config");
  return { encryption: file === undefined ? undefined : { file, reload } };
}
