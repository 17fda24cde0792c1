import type { ObjectLister } from "../policy/hooks.ts";
import { matchCriteria, type MatchCriteria } from "../policy/matching.ts";
import { ExpressionCompiler } from "../cel/expressions.ts";
import type { MatchConditions } from "../cel/match-conditions.ts";
import { compileMatchConditions } from "../policy/validator.ts";
import type { Webhook, WebhookConfiguration } from "./types.ts";

/** A webhook with its configuration and what was prepared from it (webhook.WebhookAccessor). */
export interface Hook {
  /** Tells webhooks apart, also those of one name in one configuration. */
  readonly uid: string;
  readonly configuration: string;
  readonly webhook: Webhook;
  readonly criteria: MatchCriteria;
  /** Compiled when a request first matches. */
  matchConditions(): MatchConditions | undefined;
}

/** Provides the webhooks of all configurations, prepared once for each version of the configurations. */
export class HookSource {
  readonly #configurations: ObjectLister;
  #revision = -1;
  #hooks: readonly Hook[] = [];

  constructor(configurations: ObjectLister) {
    this.#configurations = configurations;
  }

  /** The webhooks by the names of their configurations, in the order in which these list them. */
  get hooks(): readonly Hook[] {
    const { changedRevision } = this.#configurations;
    if (changedRevision !== this.#revision) {
      this.#hooks = this.#configurations.list().flatMap(hooksOf);
      this.#revision = changedRevision;
    }
    return this.#hooks;
  }
}

/** Returns the webhooks of a configuration, which its schema has decoded. */
function hooksOf({ metadata: { name: configuration = "" }, webhooks = [] }: WebhookConfiguration): readonly Hook[] {
  return webhooks.map((webhook, index) => {
    const { namespaceSelector, objectSelector } = webhook;
    let conditions: MatchConditions | undefined;
    let compiled = false;
    return {
      uid: `${configuration}/${webhook.name}/${index}`,
      configuration,
      webhook,
      criteria: matchCriteria({
        ...(namespaceSelector !== undefined && { namespaceSelector }),
        ...(objectSelector !== undefined && { objectSelector }),
      }),
      matchConditions() {
        if (!compiled)
          conditions = compileMatchConditions(webhook, new ExpressionCompiler({ age: "stored", alone: true }), {
            hasParams: false,
            hasAuthorizer: true,
          });
        compiled = true;
        return conditions;
      },
    };
  });
}
