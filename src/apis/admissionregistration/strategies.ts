import type { FieldError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { Strategy, StrategyContext, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import { loadRegexEngine } from "../../apiserver/schema/cel/load-regex-engine.ts";
import { objectStrategy, statusStrategy, type ObjectStrategyOptions } from "../strategies/object-strategy.ts";
import type * as bindings from "./validation/binding.ts";
import type * as access from "./validation/param-access.ts";
import type * as policies from "./validation/policy.ts";
import type * as webhooks from "./validation/webhooks.ts";
import { validatePolicyStatus } from "./validation/status.ts";

/** The validation of the group, with the CEL compiler that it needs. */
interface Validators {
  readonly access: typeof access;
  readonly policies: typeof policies;
  readonly bindings: typeof bindings;
  readonly webhooks: typeof webhooks;
}

async function importValidators(): Promise<Validators> {
  const [access, policies, bindings, webhooks] = await Promise.all([
    import("./validation/param-access.ts"),
    import("./validation/policy.ts"),
    import("./validation/binding.ts"),
    import("./validation/webhooks.ts"),
    loadRegexEngine(),
  ]);
  return { access, policies, bindings, webhooks };
}

/** Validates an object; `old` is undefined on create. */
type Validate = (
  validators: Validators,
  object: KubeObject,
  old: KubeObject | undefined,
  ctx: StrategyContext,
) => readonly FieldError[];

/** Returns the errors of a valid write that the user may not make. */
type Authorize = (
  parameters: typeof access,
  object: KubeObject,
  old: KubeObject | undefined,
  ctx: StrategyContext,
) => Promise<readonly FieldError[]>;

/** Returns a strategy whose validation is loaded when the first object is written. */
function lazilyValidated(options: ObjectStrategyOptions, validate: Validate, authorize?: Authorize): Strategy {
  let validators: Validators | undefined;
  const loaded = (): Validators => {
    if (validators === undefined) throw new Error("an object is validated before its validation is loaded");
    return validators;
  };
  return objectStrategy({
    ...options,
    validatesMetadata: true,
    allowUnconditionalUpdate: false,
    loading: () => (validators === undefined ? importValidators().then((all) => (validators = all)) : undefined),
    validate: (object, ctx) => validate(loaded(), object, undefined, ctx),
    validateUpdate: (object, old, ctx) => validate(loaded(), object, old, ctx),
    ...(authorize && { authorizeWrite: (object, old, ctx) => authorize(loaded().access, object, old, ctx) }),
  });
}

export const webhookConfigurationStrategy = lazilyValidated(
  { generation: ["webhooks"], countsEmpty: true },
  (validators, object, old, { compatibility }) =>
    validators.webhooks.validateWebhookConfiguration(object, old, compatibility),
);

export const validatingPolicyStrategy = lazilyValidated(
  { generation: ["spec"], status: {} },
  ({ policies }, object, old, ctx) => policies.validateValidatingPolicy(object, old, ctx.compatibility),
  (parameters, object, old, ctx) => parameters.authorizeParamKind(object, old, ctx),
);

/** The strategy of `/status` of a validating policy. */
export const validatingPolicyStatusStrategy: UpdateStrategy = {
  ...statusStrategy(validatingPolicyStrategy, "kept"),
  validateUpdate: (object) => validatePolicyStatus(object),
  authorizeWrite: () => [],
};

export const mutatingPolicyStrategy = lazilyValidated(
  { generation: ["spec"] },
  ({ policies }, object, old, ctx) => policies.validateMutatingPolicy(object, old, ctx.compatibility),
  (parameters, object, old, ctx) => parameters.authorizeParamKind(object, old, ctx),
);

export const validatingBindingStrategy = lazilyValidated(
  { generation: ["spec"] },
  ({ bindings }, object) => bindings.validateValidatingBinding(object),
  (parameters, object, _old, ctx) => parameters.authorizeValidatingParamRef(object, ctx),
);

export const mutatingBindingStrategy = lazilyValidated(
  { generation: ["spec"] },
  ({ bindings }, object) => bindings.validateMutatingBinding(object),
  (parameters, object, _old, ctx) => parameters.authorizeMutatingParamRef(object, ctx),
);
