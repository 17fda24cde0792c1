import type { CelObserver } from "../../component-base/cel-observer.ts";
import type { FieldError } from "../../apimachinery/field-error.ts";
import type { GroupKind } from "../../apimachinery/gvk.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { TraceRecorder } from "../../component-base/trace.ts";
import type { UserInfo } from "../request/user.ts";

/** What strategies may know of the request. */
export interface StrategyContext {
  readonly user: UserInfo;
  readonly namespace: string;
  readonly dryRun: boolean;
  /** Now as meta/v1 Time prints it. */
  readonly now: string;
  /** Sends a Warning header, once per text. */
  warn(text: string): void;
  /** Undefined when nobody listens. */
  readonly trace?: TraceRecorder | undefined;
  /** The release whose servers must understand what is stored; the one before this server's own where absent. */
  readonly compatibility?: number | undefined;
  /** Hears of expressions that are evaluated; undefined when nobody listens. */
  readonly cel?: CelObserver | undefined;
}

/**
 * Rules of one kind for objects that are created (rest.RESTCreateStrategy). Objects come decoded and defaulted; copies
 * come back.
 */
export interface CreateStrategy<T extends KubeObject = KubeObject> {
  /** Drops what clients may not set, before validation. */
  prepareForCreate?(object: T, ctx: StrategyContext): T;
  /** Rules of the kind itself; metadata is validated by the generic store. */
  validate?(object: T, ctx: StrategyContext): readonly FieldError[];
  /** Messages about a name that is not allowed; DNS subdomain where absent (ValidateNameFunc). */
  validateName?(name: string, prefix: boolean): readonly string[];
  /** The kind validates its metadata in `validate` itself as well, so such causes come twice. */
  readonly validatesMetadata?: boolean;
  canonicalize?(object: T): T;
  /** Brings what validating the object takes and is not there from the start; undefined where nothing is missing. */
  loading?(object: T, old?: T): Promise<unknown> | undefined;
  /** The kind under which errors are filed, where objects may say another than the path has (custom resources). */
  kindOf?(object: T): GroupKind;
  /** What is said about a new object that is valid (RESTCreateStrategy.WarningsOnCreate). */
  warningsOnCreate?(object: T): readonly string[];
}

/** Rules of one kind for objects that are changed (rest.RESTUpdateStrategy). */
export interface UpdateStrategy<T extends KubeObject = KubeObject> {
  /** Resets what this path may not change; `old` is the live object. */
  prepareForUpdate?(object: T, old: T, ctx: StrategyContext): T;
  validateUpdate?(object: T, old: T, ctx: StrategyContext): readonly FieldError[];
  /** What is said about a change that is valid (RESTUpdateStrategy.WarningsOnUpdate). */
  warningsOnUpdate?(object: T, old: T): readonly string[];
  /**
   * What `prepareForUpdate` resets, as dotted paths: nobody comes to own these by a write on this path
   * (rest.ResetFieldsStrategy).
   */
  readonly resetFields?: readonly string[];
  /** PUT creates what is not there. */
  readonly allowCreateOnUpdate?: boolean;
  /** PUT without a resourceVersion overwrites; yes where absent. */
  readonly allowUnconditionalUpdate?: boolean;
}

/** How a kind goes whose first deletion only marks it. */
export interface TwoPhaseDeletion<T extends KubeObject = KubeObject> {
  mark(object: T): T;
  ready(object: T): boolean;
  /** What is to become of dependents does not matter to the first deletion. */
  readonly ignoresPolicy?: boolean;
}

/** Rules of one kind for objects that are deleted (rest.RESTDeleteStrategy and GarbageCollectionDeleteStrategy). */
export interface DeleteStrategy<T extends KubeObject = KubeObject> {
  /** What becomes of dependents when the client names no policy; background where absent. */
  readonly defaultGarbageCollectionPolicy?: "OrphanDependents" | "DeleteDependents" | "Unsupported";
  /** Seconds of grace for a kind that stops gracefully (pods); undefined deletes at once. */
  gracePeriodSeconds?(object: T, requested: number | undefined): number | undefined;
  /**
   * A kind whose first deletion only marks it, and which goes when it says so itself (namespaces and their
   * spec.finalizers).
   */
  readonly twoPhaseDeletion?: TwoPhaseDeletion<T>;
}

export interface Strategy<T extends KubeObject = KubeObject>
  extends CreateStrategy<T>, UpdateStrategy<T>, DeleteStrategy<T> {}
