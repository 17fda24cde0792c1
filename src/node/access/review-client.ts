import { statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { messageOf } from "../../apimachinery/message-of.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { typeMetaStruct, typeName } from "../../apimachinery/json/type-name.ts";
import { isObject, type JsonObject } from "../../apimachinery/json/value.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import { decodeYaml } from "../../kube-apiserver/access/decode-configuration.ts";
import type { ReviewSender } from "../../kube-apiserver/access/send-review.ts";
import { textAt } from "../../kubectl/json-access.ts";
import { clusterOf, contextOf, userOf } from "../../kubectl/session.ts";
import { authorizationOf, credentialsOf } from "../kubectl/kubeconfig-credentials.ts";
import { readConfigurationFile } from "../read-file.ts";
import { createWebhookClient } from "../webhook-client.ts";

/** What sends reviews to the server that a kubeconfig names, until it is closed. */
export interface ReviewClient extends ReviewSender {
  close(): void;
}

const firstBackoffMs = 500;

/**
 * Opens a client for the webhook of a kubeconfig, to whose address reviews are posted as it stands. Throws a
 * ConfigurationError with upstream's message if the file cannot be used (webhook.LoadKubeconfig).
 */
export function openReviewClient(file: string, timeoutMs: number, backoffMs = firstBackoffMs): ReviewClient {
  const config = readKubeconfig(file);
  const context = textAt(config, "current-context");
  const cluster = clusterOf(config, textAt(contextOf(config, context), "cluster"));
  const user = userOf(config, context);
  const server = textAt(cluster, "server");
  if (!server.startsWith("https://") || !URL.canParse(server))
    throw new ConfigurationError(`the server ${quoteGo(server)} of the kubeconfig ${file} is not an https URL`);
  const { ca, ...identity } = credentialsOf({ cluster, user, insecure: false }, file);
  const webhooks = createWebhookClient();
  const url = addressOf(server, timeoutMs);
  const authorization = authorizationOf(user);
  return {
    post: (body) =>
      webhooks.call({ url, caBundle: ca, body, timeoutMs, identity, authorization }).catch((cause: unknown) => {
        throw new Error(`Post "${url}": ${messageOf(cause)}`, { cause });
      }),
    backoffMs,
    wait: (ms) => wait(ms, undefined, { ref: false }),
    close: () => webhooks.close(),
  };
}

/** Returns why a kubeconfig cannot be opened; undefined for a regular file. */
export function lookAtFile(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return `error loading file: stat ${file}: no such file or directory`;
  return found.isFile() ? undefined : "must be a regular file";
}

function readKubeconfig(file: string): JsonObject {
  if (statSync(file, { throwIfNoEntry: false }) === undefined)
    throw new ConfigurationError(`stat ${file}: no such file or directory`);
  const value = decodeYaml(readConfigurationFile(file));
  if (isObject(value)) return value;
  throw new ConfigurationError(
    `error loading config file ${quoteGo(file)}: couldn't get version/kind; json parse error: json: cannot unmarshal ${typeName(value)} into Go value of type ${typeMetaStruct}`,
  );
}

function addressOf(server: string, timeoutMs: number): string {
  const url = new URL(server);
  url.searchParams.set("timeout", `${Math.ceil(timeoutMs / 1000)}s`);
  return url.href;
}
