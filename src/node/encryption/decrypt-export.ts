import { messageOf } from "../../apimachinery/message-of.ts";
import type { ResourceTransformers } from "../../apiserver/storage/value/transformer.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import { versionsIn, writeExportFile } from "../../kube-apiserver/export-file.ts";
import { createResourceOfKey } from "../../kube-apiserver/encryption/resource-of-key.ts";
import { isEncryptedText, textOfPlain, valueOfText } from "./stored-value.ts";
import { ValueEncryption } from "./value-encryption.ts";

/**
 * Returns an export of a whole store with the texts that its encrypted ones stand for; the same file if it has none.
 * Throws a ConfigurationError that names the first value that cannot be read, or asks for the configuration.
 */
export async function decryptExport(
  file: Uint8Array,
  transformers: ResourceTransformers | undefined,
): Promise<Uint8Array> {
  const content = await versionsIn(file);
  if (content === undefined || !content.versions.some(({ text }) => text !== null && isEncryptedText(text)))
    return file;
  if (transformers === undefined)
    throw new ConfigurationError("the file holds encrypted values: say --encryption-provider-config FILE");
  const values = new ValueEncryption({ transformers, resourceOf: createResourceOfKey() });
  const decrypt = (key: string, text: string): string => {
    try {
      return textOfPlain(values.fromStorage(key, valueOfText(text)).data);
    } catch (cause) {
      const reason = messageOf(cause);
      throw new ConfigurationError(`unable to transform key ${JSON.stringify(key)}: ${reason}`, { cause });
    }
  };
  const versions = content.versions.map((version) =>
    version.text === null || !isEncryptedText(version.text)
      ? version
      : { ...version, text: decrypt(version.key, version.text) },
  );
  return writeExportFile({ ...content, versions });
}
