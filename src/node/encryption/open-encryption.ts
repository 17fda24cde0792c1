import { createHash } from "node:crypto";
import { messageOf } from "../../apimachinery/message-of.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import type { Backend } from "../../apiserver/storage/backend/backend.ts";
import type { ResourceTransformers } from "../../apiserver/storage/value/transformer.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import { loadEncryption } from "../../kube-apiserver/encryption/load-encryption.ts";
import { createResourceOfKey } from "../../kube-apiserver/encryption/resource-of-key.ts";
import type { EncryptionMetrics } from "./encryption-metrics.ts";
import { readConfigurationBytes } from "../read-file.ts";
import { watchFiles } from "../watch-files.ts";
import { encryptedBackend } from "./encrypted-backend.ts";
import { keyTransformers } from "./key-transformers.ts";
import type { Encryption } from "./value-encryption.ts";

/** Where the configuration of encryption is read from. */
export interface EncryptionFile {
  readonly file: string;
  /** Whether it is read again when it changes. */
  readonly reload: boolean;
}

/** Transformers that follow a file. */
export interface OpenedEncryption {
  /** The transformers of the file as it was last read. */
  readonly transformers: ResourceTransformers;
  /** Is told of the transformations of a resource's values, if anything counts them. */
  readonly observe: Encryption["observe"];
  close(): void;
}

/**
 * Reads the configuration of encryption, and again when the file changes, if that is asked for. A changed file that
 * cannot be used is reported, and the former transformers stay. Throws a ConfigurationError with upstream's text.
 */
export function openEncryption(
  { file, reload }: EncryptionFile,
  report: (message: string) => void,
  metrics?: EncryptionMetrics,
  intervalMs = 1000,
): OpenedEncryption {
  let { transformers, hash } = readTransformers(file, reload);
  metrics?.configured(hash);
  const again = (): void => {
    try {
      const next = readTransformers(file, reload);
      if (next.hash === hash) return;
      ({ transformers, hash } = next);
      metrics?.reloaded("success");
      metrics?.configured(hash);
    } catch (error) {
      metrics?.reloaded("failure");
      const reason = messageOf(error);
      report(`error processing encryption config file ${file}: ${reason}`);
    }
  };
  const close = reload ? watchFiles([file], again, intervalMs) : () => undefined;
  return {
    get transformers() {
      return transformers;
    },
    observe: metrics && ((resource) => metrics.transformationsOf(resource)),
    close,
  };
}

/** Returns the transformers of a file, and the hash of what it says (computeEncryptionConfigHash). */
function readTransformers(file: string, reload: boolean) {
  const body = read(file);
  return {
    transformers: loadEncryption(body, { file, reload, transformers: keyTransformers }),
    hash: `sha256:${createHash("sha256").update(body).digest("hex")}`,
  };
}

function read(file: string): Uint8Array {
  try {
    return readConfigurationBytes(file);
  } catch (cause) {
    const name = `encryption provider configuration file ${quoteGo(file)}`;
    const reason = messageOf(cause);
    throw new ConfigurationError(
      `error while parsing file: error while loading file: error reading ${name}: ${reason}`,
      {
        cause,
      },
    );
  }
}

/** Opens a backend whose texts are encrypted as a file says. The file is followed until the backend is closed. */
export async function openEncrypted(
  open: () => Promise<Backend>,
  source: EncryptionFile,
  report: (message: string) => void,
  metrics?: EncryptionMetrics,
): Promise<Backend> {
  const opened = openEncryption(source, report, metrics);
  try {
    const resourceOf = createResourceOfKey();
    const inner = await open();
    const backend = encryptedBackend(inner, {
      get transformers() {
        return opened.transformers;
      },
      resourceOf,
      observe: opened.observe,
    });
    return {
      ...backend,
      async close() {
        opened.close();
        await backend.close();
      },
    };
  } catch (error) {
    opened.close();
    throw error;
  }
}
