import type { Strategy, StrategyContext, UpdateStrategy } from "../../apiserver/registry/strategy.ts";
import type { FieldError } from "../../apimachinery/field-error.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { DeclarativeEngine, DeclarativeKind } from "./engine.ts";

/** The compiled tags, loaded with the first object of a type that carries them. */
export class LazyDeclarativeEngine {
  readonly #bring: () => Promise<DeclarativeEngine>;
  #engine: DeclarativeEngine | undefined;

  constructor(bring: () => Promise<DeclarativeEngine> = loadEngine) {
    this.#bring = bring;
  }

  /** Resolves when the tags are compiled; undefined if they are. */
  load(): Promise<unknown> | undefined {
    return this.#engine === undefined ? this.#bring().then((engine) => (this.#engine = engine)) : undefined;
  }

  /** Returns the errors of a write by its hand-written errors, as the feature gates say. */
  errorsOf(
    kind: DeclarativeKind,
    written: readonly FieldError[],
    ctx: StrategyContext,
    object: KubeObject,
    old?: KubeObject,
  ): readonly FieldError[] {
    if (!ctx.gates.enabled("DeclarativeValidation")) return written;
    if (this.#engine === undefined) throw new Error("an object is validated by tags that are not loaded");
    return this.#engine.errorsOf({ kind, object, old, subresource: `/${ctx.subresource ?? ""}` }, written, ctx);
  }
}

const loadEngine = async (): Promise<DeclarativeEngine> => (await import("./engine.ts")).createDeclarativeEngine();

const bothLoaded = (
  one: Promise<unknown> | undefined,
  other: Promise<unknown> | undefined,
): Promise<unknown> | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Promise.all([one, other]);

/** Adds to a strategy that the tags of its type are validated beside its own rules. */
export const declaratively = <T extends Strategy>(
  kind: DeclarativeKind,
  strategy: T,
  engine: LazyDeclarativeEngine,
): T => ({
  ...strategy,
  loading: (object: KubeObject, old?: KubeObject) => bothLoaded(strategy.loading?.(object, old), engine.load()),
  validate: (object: KubeObject, ctx: StrategyContext) =>
    engine.errorsOf(kind, strategy.validate?.(object, ctx) ?? [], ctx, object),
  validateUpdate: declarativeUpdate(kind, strategy, engine),
});

/** Like `declaratively`, for a subresource; the strategy of the resource loads the tags. */
export const declarativelyUpdated = <T extends UpdateStrategy>(
  kind: DeclarativeKind,
  strategy: T,
  engine: LazyDeclarativeEngine,
): T => ({ ...strategy, validateUpdate: declarativeUpdate(kind, strategy, engine) });

const declarativeUpdate =
  (kind: DeclarativeKind, strategy: UpdateStrategy, engine: LazyDeclarativeEngine) =>
  (object: KubeObject, old: KubeObject, ctx: StrategyContext): readonly FieldError[] =>
    engine.errorsOf(kind, strategy.validateUpdate?.(object, old, ctx) ?? [], ctx, object, old);
