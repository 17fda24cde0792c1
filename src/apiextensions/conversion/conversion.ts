import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Random } from "../../apimachinery/random.ts";
import type { WebhookServices } from "../../apiserver/webhook/webhook-services.ts";
import type { Definition } from "../../apis/apiextensions/definition.ts";
import type { Converter, Converters } from "../../client/converter.ts";
import { atOnce, type Pace } from "../../component-base/work.ts";
import type { ConversionFailure, ObserveConversion } from "./conversion-metrics.ts";
import { webhookAnswerer } from "./webhook-answerer.ts";

/** Converts objects of a kind to another version, in one request. */
export interface Conversion {
  /** Identity of the current converter: results of another converter must not be reused. */
  readonly answerer: object;
  /**
   * Rejects with upstream's error for the first object that fails. None of the objects may be of the target version
   * already. Large objects are encoded and decoded at a pace.
   */
  convert(objects: readonly KubeObject[], apiVersion: string, pace?: Pace): Promise<readonly KubeObject[]>;
}

/** Dependencies of conversions. */
export interface ConversionServices extends WebhookServices {
  readonly random: Random;
  readonly converters?: Converters | undefined;
  readonly observeConversion?: ObserveConversion | undefined;
}

/**
 * Returns the conversion of a definition with a webhook, or with a function registered in its place; undefined if
 * objects are converted without a converter.
 */
export function conversionOf(definition: Definition, services: ConversionServices): Conversion | undefined {
  const {
    metadata: { name = "" },
    spec: { conversion },
  } = definition;
  if (conversion?.strategy !== "Webhook") return undefined;
  const webhook = webhookAnswerer(conversion.webhook, services);
  const converterOf = (): Converter | undefined => services.converters?.get(name);
  return {
    get answerer() {
      return converterOf() ?? webhook;
    },
    async convert(objects, apiVersion, pace = atOnce) {
      const answered = services.observeConversion?.();
      let failure: ConversionFailure | undefined;
      try {
        const converter = converterOf();
        const { callFunction, convertBy } = await import("./convert-by.ts"); // few kinds have a converter
        const answerer = converter === undefined ? webhook : callFunction(converter);
        return await convertBy({ answerer, pace, note: (kind) => (failure = kind) }, objects, apiVersion);
      } finally {
        answered?.({ definition: name, from: versionOf(objects[0]?.apiVersion), to: versionOf(apiVersion), failure });
      }
    },
  };
}

const versionOf = (apiVersion = ""): string => apiVersion.slice(apiVersion.indexOf("/") + 1);
