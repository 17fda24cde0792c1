import { strictDecodingError } from "../../apiserver/codec/document.ts";
import { decodeSettings, type SettingsKinds } from "../../apiserver/codec/settings-document.ts";
import { documentSchema } from "../../apiserver/schema/document-schema.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";

/** A decoded file. */
export interface StrictSettings {
  readonly value: unknown;
  /** The type of a file that is of a kind which upstream's scheme knows, but not a wanted one. */
  readonly unexpected: string | undefined;
}

/**
 * Returns kinds of apiserver.config.k8s.io without their fields: a file may be of one of them where another is wanted.
 */
export const kindsBesides = (kinds: readonly string[], versions: readonly string[]): SettingsKinds =>
  Object.fromEntries(
    kinds.flatMap((kind) =>
      versions.map((version) => [
        `apiserver.config.k8s.io/${version}/${kind}`,
        documentSchema(`${version}.${kind}`, []),
      ]),
    ),
  );

/**
 * Decodes a file of settings of one of some kinds; unknown and repeated fields are errors. `others` are kinds that
 * upstream's scheme knows besides. Throws a ConfigurationError with upstream's text behind what was being done.
 */
export function decodeStrictly(
  body: Uint8Array,
  kinds: SettingsKinds,
  others: SettingsKinds,
  doing: string,
): StrictSettings {
  const { kind, apiVersion, value, strictErrors } = within(doing, () => decodeSettings(body, { ...kinds, ...others }));
  if (others[`${apiVersion}/${kind}`] !== undefined) return { value, unexpected: `${apiVersion}, Kind=${kind}` };
  return within(doing, () => {
    if (strictErrors.length > 0) throw new ConfigurationError(strictDecodingError(strictErrors));
    return { value, unexpected: undefined };
  });
}

/** Runs a part of reading a file; its ConfigurationError says what was being done, if that is said. */
export function within<T>(doing: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof ConfigurationError) || doing === "") throw error;
    throw new ConfigurationError(`${doing}: ${error.message}`, { cause: error });
  }
}
