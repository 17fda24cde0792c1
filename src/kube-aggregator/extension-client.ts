import { messageOf } from "../apimachinery/message-of.ts";
import type { Clock } from "../apimachinery/clock.ts";
import type { UserInfo } from "../apiserver/request/user.ts";
import { trustedBundle } from "../apiserver/webhook/post-review.ts";
import { resolveService, type Address, type ServiceLookups } from "../apiserver/webhook/resolve-service.ts";
import { followSignal } from "../client/follow-signal.ts";
import { PlainHeaders } from "../client/plain-headers.ts";
import type { Answer, AnswerHeader, RequestBody } from "../component-base/exchange.ts";
import type { ApiServers, CallExtension } from "../component-base/extension-server.ts";
import { unreachableHost, webhookTimedOut } from "../component-base/webhook.ts";
import type { MaybeAsync } from "../component-base/maybe-async.ts";
import type { ApiService } from "./api-service.ts";
import { userHeaders } from "./user-headers.ts";

/** How extension API servers are reached. */
export interface ExtensionServices extends ServiceLookups {
  readonly clock: Clock;
  /** Undefined if the server cannot reach the network, as in a browser. */
  readonly callExtension?: CallExtension | undefined;
  /** Functions that answer in place of the Service of an APIService, by its name. */
  readonly apiServers?: ApiServers | undefined;
}

/** A request to the extension API server of an APIService. */
export interface ExtensionCall {
  readonly method: string;
  readonly target: string;
  /** On whose behalf the request is made. */
  readonly user: UserInfo;
  /** Other headers; none of them may name a user. */
  readonly headers: readonly AnswerHeader[];
  readonly body: RequestBody;
  readonly signal: AbortSignal;
}

/** The user of the aggregator's own requests. */
export const aggregatorUser: UserInfo = {
  name: "system:kube-aggregator",
  uid: "",
  groups: ["system:masters"],
  extra: {},
};

/** Calls the extension API servers of APIServices: the Service that each names, or the function registered for it. */
export class ExtensionClient {
  readonly #services: ExtensionServices;

  constructor(services: ExtensionServices) {
    this.#services = services;
  }

  /** Returns the address of the Service; throws upstream's error if there is none (ServiceResolver.ResolveEndpoint). */
  addressOf({ metadata, spec: { service } }: ApiService): Address {
    if (service === undefined) throw new Error(`${metadata.name} names no service`);
    return resolveService(service, this.#services);
  }

  /** Names the server that answers for an APIService: its Service and port, or the function. */
  serverOf({ metadata: { name = "" }, spec: { service } }: ApiService): string {
    const isFunction = this.#services.apiServers?.get(name) !== undefined;
    return isFunction ? name : `${service?.namespace}/${service?.name}:${service?.port}`;
  }

  /** Says who is called for an APIService, for people. */
  describe(service: ApiService, address: Address): string {
    const { name = "" } = service.metadata;
    const isFunction = this.#services.apiServers?.get(name) !== undefined;
    return isFunction ? `the function for ${name}` : `the Service ${this.serverOf(service)} at ${hostOf(address)}`;
  }

  /** Sends a request. Rejects with an Error in Go's words if no server answers. */
  async call(service: ApiService, address: Address, call: ExtensionCall): Promise<Answer> {
    const { apiServers, callExtension } = this.#services;
    const { method, target, body, signal } = call;
    const headers = [...call.headers, ...userHeaders(call.user)];
    const handle = apiServers?.get(service.metadata.name ?? "");
    if (handle !== undefined)
      return handle({ method, target, headers: new PlainHeaders(headers), body, signal, viaFrontProxy: true });
    const { service: reference, caBundle, insecureSkipTLSVerify: insecure = false } = service.spec;
    if (callExtension === undefined) throw new Error(unreachableHost(new URL(`https://${hostOf(address)}`)));
    const serverName = `${reference?.name}.${reference?.namespace}.svc`;
    const trusted = { caBundle: insecure ? undefined : trustedBundle(caBundle), insecure, serverName };
    return callExtension({ method, target, headers, body, signal, address, ...trusted });
  }

  /**
   * Sends a GET for the aggregator itself and returns what `read` makes of the answer, both within `ms`. A body that is
   * not read is ended. The message of the error is that of Go's client.
   */
  async get<T>(
    service: ApiService,
    address: Address,
    { target, ms, signal, headers, user = aggregatorUser }: OwnRequest,
    read: (answer: Answer) => MaybeAsync<T>,
  ): Promise<T> {
    const own = followSignal(signal);
    const proxied = headers !== undefined;
    const checked = proxied ? service : { ...service, spec: { ...service.spec, insecureSkipTLSVerify: true } };
    const sent = proxied ? [...headers, ...forwardingHeaders(hostOf(address), target)] : [];
    const call = { method: "GET", target, user, headers: sent, body: null, signal: own.signal };
    let cancel = (): void => undefined;
    const late = new Promise<never>((_, reject) => {
      cancel = this.#services.clock.after(ms, () => reject(new Error(webhookTimedOut)));
    });
    try {
      return await Promise.race([this.call(checked, address, call).then(read), late]);
    } catch (error) {
      const message = messageOf(error);
      throw new Error(`Get "https://${hostOf(address)}${target}": ${message}`, { cause: error });
    } finally {
      cancel();
      own.abort();
    }
  }
}

/** A GET of the aggregator itself. */
interface OwnRequest {
  readonly target: string;
  readonly ms: number;
  /** Ends the request. */
  readonly signal: AbortSignal;
  /**
   * The headers of a request as clients make it. Undefined for the availability check, which goes past the proxy and
   * does not verify the certificate.
   */
  readonly headers?: readonly AnswerHeader[];
  /** On whose behalf it is made; by default, that of the aggregator. */
  readonly user?: UserInfo;
}

/** Returns `HOST:PORT`, with brackets around an IPv6 address. */
export const hostOf = ({ host, port }: Address): string => `${host.includes(":") ? `[${host}]` : host}:${port}`;

/** Returns the headers that tell of a request as it arrived here; takes the host that it goes to (proxy.Transport). */
export const forwardingHeaders = (host: string, path: string): readonly AnswerHeader[] => [
  ["X-Forwarded-Uri", path],
  ["X-Forwarded-Host", host],
  ["X-Forwarded-Proto", "https"],
];

/** Returns the first header of an answer with a name in lower case; "" if it has none. */
export const headerOf = ({ headers }: Answer, wanted: string): string =>
  headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "";
