import { messageOf } from "../../apimachinery/message-of.ts";
import type { TokenService } from "../../apiserver/auth/serviceaccount/token-service.ts";
import type { TokenVerdict } from "../../apiserver/request/identity.ts";
import type { UserInfo } from "../../apiserver/request/user.ts";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import { quoteGo } from "../../apimachinery/go-strings.ts";
import {
  checkAuthentication,
  checkNextAuthentication,
  decodeAuthentication,
  loadIssuers,
} from "../../kube-apiserver/access/authentication-configuration.ts";
import type { AuthenticationConfiguration } from "../../kube-apiserver/access/authentication-types.ts";
import { readConfigurationFile } from "../read-file.ts";
import { watchFiles } from "../watch-files.ts";
import { createIdTokenVerifier, type VerifyIdToken } from "./id-tokens.ts";
import { createOidcKeys, type OidcKeys } from "./oidc-keys.ts";
import { signingAlgorithms, type OidcOptions } from "./oidc-options.ts";

/** What configures the issuers of tokens: a file, or flags. */
export interface JwtSettings {
  /** The path of an AuthenticationConfiguration. */
  readonly file: string | undefined;
  readonly oidc: OidcOptions | undefined;
  /** The value of --anonymous-auth, if it is given. */
  readonly anonymousAuth: boolean | undefined;
  /** Whether nobody is anonymous, unless the file says so. */
  readonly forbidsAnonymous?: boolean | undefined;
  /** The issuers of service accounts, whose tokens no other issuer may sign. */
  readonly serviceAccountIssuers: readonly string[];
  /** In milliseconds. */
  readonly now: () => number;
  readonly report: (message: string) => void;
  /** How often the file is looked at. */
  readonly intervalMs?: number;
}

/** The authentication by tokens of issuers, and which requests are anonymous. */
export interface JwtAuthentication {
  /** Has a token service verify the tokens of the issuers, too. */
  extend(service: TokenService): TokenService;
  /** Whether requests without credentials are anonymous, or the paths of those that are. */
  readonly anonymous: boolean | ReadonlySet<string>;
  /** Stops looking at the file. */
  close(): void;
}

/** The issuers of a configuration: what verifies their tokens, and their keys. */
interface Issuers {
  readonly verifiers: readonly VerifyIdToken[];
  readonly keys: readonly OidcKeys[];
}

const retryMs = 10_000;

/**
 * Opens the authentication by JSON web tokens, whose file is read again when it changes. Throws a ConfigurationError
 * with upstream's message for a configuration that is not valid (BuiltInAuthenticationOptions.ToAuthenticationConfig).
 */
export function openJwtAuthentication(settings: JwtSettings): JwtAuthentication {
  const { file } = settings;
  const first = file === undefined ? configurationOfFlags(settings.oidc) : read(file);
  if (first.anonymous !== undefined && settings.anonymousAuth !== undefined)
    throw new ConfigurationError(
      "anonymous: Forbidden: --anonymous-auth flag cannot be set when anonymous field is configured in authentication configuration file",
    );
  checkAuthentication(first);
  let issuers = openIssuers(first, settings);
  const reloading = file === undefined ? undefined : reloads(file, first, settings, (next) => (issuers = next));
  return {
    extend: (service) => ({
      ...service,
      verify: (token, audiences) =>
        service.verify(token, audiences) ?? verdictOf(verify(issuers, token), service.audiences, audiences),
    }),
    anonymous: anonymousOf(first, settings.forbidsAnonymous === true ? false : settings.anonymousAuth),
    close: () => reloading?.(),
  };
}

function read(file: string): AuthenticationConfiguration {
  try {
    return decodeAuthentication(readConfigurationFile(file));
  } catch (cause) {
    if (!(cause instanceof ConfigurationError)) throw cause;
    throw new ConfigurationError(
      `failed to load authentication configuration from file ${quoteGo(file)}: ${cause.message}`,
      { cause },
    );
  }
}

function configurationOfFlags(oidc: OidcOptions | undefined): AuthenticationConfiguration {
  if (oidc === undefined) return {};
  const { jwt, caFile } = oidc;
  if (caFile === undefined) return { jwt: [jwt] };
  return { jwt: [{ ...jwt, issuer: { ...jwt.issuer, certificateAuthority: readConfigurationFile(caFile) } }] };
}

function anonymousOf(
  { anonymous }: AuthenticationConfiguration,
  flag: boolean | undefined,
): boolean | ReadonlySet<string> {
  if (anonymous === undefined) return flag ?? true;
  const { enabled = false, conditions = [] } = anonymous;
  return enabled && conditions.length > 0 ? new Set(conditions.map(({ path = "" }) => path)) : enabled;
}

function openIssuers(configuration: AuthenticationConfiguration, settings: JwtSettings): Issuers {
  const { now, serviceAccountIssuers, oidc } = settings;
  const opened = loadIssuers(configuration, serviceAccountIssuers).map((loaded) => {
    const { url: issuerUrl = "", discoveryURL = "", certificateAuthority = "" } = loaded.issuer;
    const source = {
      issuerUrl,
      discoveryUrl: discoveryURL === "" ? undefined : discoveryURL,
      ca: certificateAuthority === "" ? undefined : certificateAuthority,
    };
    const keys = createOidcKeys(source, now);
    // a file allows every algorithm that fits a public key
    const signingAlgs = oidc?.signingAlgs ?? signingAlgorithms;
    return { keys, verifier: createIdTokenVerifier({ ...loaded, keys, signingAlgs, now }) };
  });
  return { verifiers: opened.map(({ verifier }) => verifier), keys: opened.map(({ keys }) => keys) };
}

/** Verifies a token by its issuer, of which there is at most one. */
function verify({ verifiers }: Issuers, token: string): Promise<UserInfo | string> | undefined {
  for (const verifier of verifiers) {
    const found = verifier(token);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An ID token says nothing of the audiences of this server: it is valid for all of them. */
function verdictOf(
  found: Promise<UserInfo | string> | undefined,
  own: readonly string[],
  asked: readonly string[],
): Promise<TokenVerdict> | undefined {
  return found?.then((user) => {
    const audiences = asked.filter((audience) => own.includes(audience));
    if (typeof user === "string") return { user: undefined, error: user };
    return audiences.length === 0 ? { user: undefined, error: "invalid bearer token" } : { user, audiences };
  });
}

/**
 * Reads a file again when it changes, and hands on its issuers once their keys can be read; until then the former ones
 * stay. A file that is not valid is reported. Returns what ends it.
 */
function reloads(
  file: string,
  first: AuthenticationConfiguration,
  settings: JwtSettings,
  handOn: (issuers: Issuers) => void,
): () => void {
  let newest = 0;
  let retry: NodeJS.Timeout | undefined;
  const reload = async (): Promise<void> => {
    const turn = ++newest;
    clearTimeout(retry);
    try {
      const configuration = read(file);
      checkNextAuthentication(configuration, first, settings.serviceAccountIssuers);
      const issuers = openIssuers(configuration, settings);
      await Promise.all(issuers.keys.map((keys) => keys.find(""))).catch((cause: unknown) => {
        if (turn === newest) retry = setTimeout(() => void reload(), retryMs).unref();
        throw cause;
      });
      if (turn === newest) handOn(issuers);
    } catch (error) {
      settings.report(`the authentication configuration is not read again: ${messageOf(error)}`);
    }
  };
  const stop = watchFiles([file], () => void reload(), settings.intervalMs);
  return () => {
    newest++;
    clearTimeout(retry);
    stop();
  };
}
