import type { StoredValues } from "../../kube-apiserver/storage/stored-values.ts";
import { textOfValue, withheld } from "./stored-value.ts";
import type { ValueEncryption } from "./value-encryption.ts";

/**
 * Encrypts the values of a database, and reads what it or another server has encrypted. The text of a value that cannot
 * be read stands for itself, so that no object can be decoded from it.
 */
export const encryptedValues = (values: StoredValues, encryption: ValueEncryption): StoredValues => ({
  encode: (entry, isNew) => encryption.toStorage(entry.key, values.encode(entry, isNew)),
  decode(key, value, revision) {
    let data;
    try {
      ({ data } = encryption.fromStorage(key, value));
    } catch {
      return withheld(textOfValue(value)); // `problem` tells why
    }
    return values.decode(key, data, revision);
  },
});
