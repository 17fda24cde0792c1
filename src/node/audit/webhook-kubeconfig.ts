import { statSync } from "node:fs";
import { parse } from "yaml";
import { messageOf } from "../../apimachinery/message-of.ts";
import { isRecord } from "../../apimachinery/is-record.ts";
import type { JsonObject } from "../../apimachinery/json/value.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import { authorizationOf, credentialsOf } from "../kubectl/kubeconfig-credentials.ts";
import type { TlsCredentials } from "../kubectl/http-handle.ts";
import { readSettings } from "../read-file.ts";

/** Where a webhook is called, and with which credentials. */
export interface WebhookTarget {
  readonly url: URL;
  readonly tls: TlsCredentials;
  /** The value of the header Authorization; undefined without a token or a password. */
  readonly authorization: string | undefined;
}

/**
 * Reads the kubeconfig of a webhook (webhook.LoadKubeconfig): the server of the current context is the address, its
 * user has the credentials. Throws a ConfigurationError that names the file.
 */
export function readWebhookKubeconfig(file: string): WebhookTarget {
  if (statSync(file, { throwIfNoEntry: false }) === undefined)
    throw new ConfigurationError(`initializing audit webhook: stat ${file}: no such file or directory`);
  try {
    const config: unknown = parse(readSettings(file));
    const context = entryOf(config, "contexts", "context", textOf(config, "current-context"));
    const cluster = entryOf(config, "clusters", "cluster", textOf(context, "cluster"));
    const user = entryOf(config, "users", "user", textOf(context, "user"));
    const server = textOf(cluster, "server");
    if (!URL.canParse(server)) throw new Error(`the server ${JSON.stringify(server)} is not a URL`);
    return {
      url: new URL(server),
      tls: credentialsOf({ cluster, user, insecure: false }, file),
      authorization: authorizationOf(user),
    };
  } catch (cause) {
    const reason = messageOf(cause);
    throw new ConfigurationError(`the kubeconfig ${file} of the webhook: ${reason}`, { cause });
  }
}

/** Returns an entry of a list by its name; one of no name if none is asked for. */
function entryOf(config: unknown, list: string, member: string, name: string): JsonObject {
  if (name === "") return {};
  const entries: unknown = isRecord(config) ? config[list] : undefined;
  const found = Array.isArray(entries) ? entries.find((entry: unknown) => textOf(entry, "name") === name) : undefined;
  const value: unknown = isRecord(found) ? found[member] : undefined;
  if (!isRecord(value)) throw new Error(`${member} ${JSON.stringify(name)} does not exist`);
  return value as JsonObject; // read from YAML
}

function textOf(object: unknown, name: string): string {
  const value: unknown = isRecord(object) ? object[name] : undefined;
  return typeof value === "string" ? value : "";
}
