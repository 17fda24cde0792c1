import type { Clock } from "../../apimachinery/clock.ts";
import type { AdmissionWebhook } from "../../client/admission-webhook.ts";
import type { Converter } from "../../client/converter.ts";
import type { Inspector } from "../../client/inspector.ts";
import type { Handle } from "../../component-base/exchange.ts";
import type { ApiServerRegistration, PageApiServer } from "../host/function-calls.ts";
import type { CurrentConnection } from "./connection.ts";
import type { RegisteredFunctions } from "./registered-functions.ts";

/** Registers functions of this page with a server, which asks them for all tabs while this page is open. */
export interface PageRegistrations {
  /**
   * Registers a function of this page in place of a definition's conversion webhook, which cannot be called from a
   * browser: `kubepad.registerConverter("lamps.lights.example.com", ({ objects, desiredAPIVersion }) =>
   * objects.map(…))`. The server uses it for all tabs while this page is open. Resolves with a function that
   * unregisters it, once the server knows it.
   */
  readonly registerConverter: (definition: string, converter: Converter) => Promise<() => Promise<void>>;
  /**
   * Registers a function of this page in place of the admission webhook of that name, which cannot be called from a
   * browser: `kubepad.registerWebhook("names.example.com", ({ request }) => ({ allowed: request.name !== "no" }))`. The
   * server asks it wherever a configuration has the webhook, for all tabs while this page is open. Resolves with a
   * function that unregisters it, once the server knows it.
   */
  readonly registerWebhook: (name: string, webhook: AdmissionWebhook) => Promise<() => Promise<void>>;
  /**
   * Has a function of this page answer for a group version, as an extension API server: for all tabs, while this page
   * is open. `name` is `VERSION.GROUP`, the name of the APIService. It and the Service that it names are created if
   * they do not exist, and stay. Resolves once the APIService is available, with a function that takes this one away;
   * rejects with what its condition says if it does not become available. The `handle` of another server is such a
   * function:
   *
   *     const extension = await kubepad.openServer({ seed: [flunderDefinition] });
   *     await kubepad.registerApiServer("v1alpha1.wardle.example.com", extension.handle);
   */
  readonly registerApiServer: (
    name: string,
    handle: Handle,
    options?: ApiServerRegistration,
  ) => Promise<() => Promise<void>>;
  /** Returns the functions that answer for APIServices at present, whichever page they are in. */
  readonly apiServers: () => Promise<readonly PageApiServer[]>;
  /**
   * Returns the Inspector of the server that answers for an APIService, if it is one that this page has opened and
   * registered by its `handle`; such a server is traced while it is registered.
   */
  readonly inspectApiServer: (name: string) => Promise<Inspector | undefined>;
}

/**
 * Returns the registrations with the current server, whose code is loaded with the first. `inspectorOf` finds the
 * server to which a function belongs.
 */
export function createRegistrations(
  current: CurrentConnection,
  clock: Clock,
  inspectorOf?: (handle: Handle) => Inspector | undefined,
): PageRegistrations {
  let loading: Promise<RegisteredFunctions> | undefined;
  const load = (): Promise<RegisteredFunctions> =>
    (loading ??= import("./registered-functions.ts").then(
      ({ RegisteredFunctions: Functions }) => new Functions(current, clock, inspectorOf),
    ));
  return {
    registerConverter: async (definition, converter) => (await load()).registerConverter(definition, converter),
    registerWebhook: async (name, webhook) => (await load()).registerWebhook(name, webhook),
    registerApiServer: async (name, handle, options) => (await load()).registerApiServer(name, handle, options),
    apiServers: async () => (await load()).apiServers(),
    inspectApiServer: async (name) => (await loading)?.inspectApiServer(name),
  };
}
