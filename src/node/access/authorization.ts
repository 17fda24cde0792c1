import { messageOf } from "../../apimachinery/message-of.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import { parseDuration } from "../../apimachinery/duration.ts";
import type { AuthorizationMode } from "../../apiserver/auth/authorizers.ts";
import { unionModes } from "../../apiserver/auth/identity.ts";
import type { ModeAuthorizer } from "../../apiserver/request/mode-authorizer.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import { loadAuthorization } from "../../kube-apiserver/access/authorization-configuration.ts";
import type {
  AuthorizationConfiguration,
  AuthorizerConfiguration,
} from "../../kube-apiserver/access/authorization-types.ts";
import { createWebhookAuthorizer } from "../../kube-apiserver/access/webhook-authorizer.ts";
import type { CreateAuthorizer } from "../../kube-apiserver/security/server-identity.ts";
import type { WebhookAuthorization } from "../access-options.ts";
import { readConfigurationFile } from "../read-file.ts";
import { watchFiles } from "../watch-files.ts";
import { lookAtFile, openReviewClient, type ReviewClient } from "./review-client.ts";

/** What configures authorization: a file, or modes of which one is a webhook. */
export interface AuthorizationSettings {
  /** The path of an AuthorizationConfiguration. */
  readonly file: string | undefined;
  readonly modes: readonly (AuthorizationMode | "Webhook")[];
  /** The webhook of the mode Webhook. */
  readonly webhook: WebhookAuthorization | undefined;
  readonly report: (message: string) => void;
  /** How often the file is looked at. */
  readonly intervalMs?: number;
  /** How long to wait before a review is sent again. */
  readonly backoffMs?: number;
}

/** The authorization by a configuration. */
export interface OpenedAuthorization {
  readonly createAuthorizer: CreateAuthorizer;
  /** Stops looking at the file and closes connections. */
  close(): void;
}

/**
 * Opens the authorization that a file or modes with a webhook configure. Throws a ConfigurationError with upstream's
 * message for what is not valid (BuiltInAuthorizationOptions.ToAuthorizationConfig).
 */
export function openAuthorization(settings: AuthorizationSettings): OpenedAuthorization {
  const { file, report, intervalMs } = settings;
  const first = file === undefined ? configurationOfFlags(settings) : load(file);
  const required = typesOf(first).filter((type) => type !== "Webhook");
  let clients = openClients(first, settings);
  let stop: (() => void) | undefined;
  const closeClients = (): void => clients.forEach((client) => client.close());
  const createAuthorizer: CreateAuthorizer = (modeOf) => {
    let current = createChain(first, settings, clients, modeOf);
    const reload = (changed: string): void => {
      try {
        const next = checked(load(changed, required), required);
        const opened = openClients(next, settings);
        current = createChain(next, settings, opened, modeOf);
        closeClients();
        clients = opened;
      } catch (error) {
        report(`the authorization configuration is not read again: ${messageOf(error)}`);
      }
    };
    if (file !== undefined) stop = watchFiles([file], () => reload(file), intervalMs);
    return {
      authorize: (attributes) => current.authorize(attributes),
      rulesFor: (user, namespace) => current.rulesFor(user, namespace),
    };
  };
  return {
    createAuthorizer,
    close() {
      stop?.();
      closeClients();
    },
  };
}

const load = (file: string, required: readonly string[] = []): AuthorizationConfiguration =>
  loadAuthorization(readConfigurationFile(file), lookAtFile, required);

const typesOf = ({ authorizers = [] }: AuthorizationConfiguration): readonly string[] =>
  authorizers.map(({ type = "" }) => type);

/** What is not set up when the server starts cannot be added later. */
function checked(next: AuthorizationConfiguration, first: readonly string[]): AuthorizationConfiguration {
  const added = typesOf(next).find((type) => (type === "Node" || type === "RBAC") && !first.includes(type));
  if (added === undefined) return next;
  throw new ConfigurationError(
    `authorizer type ${added} is not allowed if it was not enabled at initial server startup`,
  );
}

/** The flags as a configuration (buildAuthorizationConfiguration). */
function configurationOfFlags({ modes, webhook }: AuthorizationSettings): AuthorizationConfiguration {
  return {
    authorizers: modes.map((type): AuthorizerConfiguration => {
      if (type !== "Webhook" || webhook === undefined) return { type, name: type.toLowerCase() };
      const { authorizedTtl, unauthorizedTtl, version, configFile } = webhook;
      return {
        type,
        name: "default",
        webhook: {
          authorizedTTL: authorizedTtl,
          unauthorizedTTL: unauthorizedTtl,
          timeout: "30s",
          failurePolicy: "NoOpinion",
          subjectAccessReviewVersion: version,
          connectionInfo: { type: "KubeConfigFile", kubeConfigFile: configFile },
        },
      };
    }),
  };
}

/** Opens a client for each webhook of a configuration, in order. */
function openClients(
  { authorizers = [] }: AuthorizationConfiguration,
  { file, backoffMs }: AuthorizationSettings,
): readonly ReviewClient[] {
  const webhooks = authorizers.flatMap(({ webhook }) => webhook ?? []);
  return webhooks.map(({ connectionInfo = {}, timeout = "30s", subjectAccessReviewVersion: version = "" }) => {
    if (version !== "v1" && version !== "v1beta1")
      throw new ConfigurationError(
        `unsupported webhook authorizer version ${quoteGo(version)}, supported versions are "v1", "v1beta1"`,
      );
    if (connectionInfo.type === "InClusterConfig")
      throw new ConfigurationError("unable to load in-cluster configuration: this server runs in no cluster");
    try {
      return openReviewClient(connectionInfo.kubeConfigFile ?? "", Number(parseDuration(timeout)) / 1e6, backoffMs);
    } catch (cause) {
      if (!(cause instanceof ConfigurationError) || file !== undefined) throw cause;
      throw new ConfigurationError(`invalid authorization config: ${cause.message}`, { cause });
    }
  });
}

function createChain(
  { authorizers = [] }: AuthorizationConfiguration,
  { report }: AuthorizationSettings,
  clients: readonly ReviewClient[],
  modeOf: (mode: AuthorizationMode) => ModeAuthorizer,
): ModeAuthorizer {
  const senders = [...clients];
  return unionModes(
    authorizers.map(({ type = "", webhook }) => {
      const sender = webhook === undefined ? undefined : senders.shift();
      return webhook === undefined || sender === undefined
        ? modeOf(modeNamed(type))
        : createWebhookAuthorizer({ configuration: webhook, sender, now: Date.now, report });
    }),
  );
}

function modeNamed(type: string): AuthorizationMode {
  if (type === "Node" || type === "RBAC" || type === "AlwaysAllow" || type === "AlwaysDeny") return type;
  throw new ConfigurationError(`authorizer type ${type} is not supported`);
}
