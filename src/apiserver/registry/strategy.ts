import type { CelObserver } from "../../component-base/cel-observer.ts";
import type { DeclarativeObserver } from "../../component-base/declarative-observer.ts";
import type { FieldError } from "../../apimachinery/field-error.ts";
import type { GroupKind, GroupVersionKind } from "../../apimachinery/gvk.ts";
import type { KubeObject, ObjectMeta } from "../../apimachinery/meta.ts";
import type { MaybeAsync } from "../../component-base/maybe-async.ts";
import type { RequestSteps } from "../../component-base/exchange.ts";
import type { TraceRecorder } from "../../component-base/trace.ts";
import type { NameValidator } from "../../apimachinery/validation/names.ts";
import type { FeatureGates } from "../../component-base/features/feature-gates.ts";
import type { Resting, WorkOwner } from "../../component-base/work.ts";
import type { Authorizer } from "../request/authorizer.ts";
import type { UserInfo } from "../request/user.ts";
import type { DeleteOptions } from "./delete-options.ts";

/** The request context available to strategies. Validation pauses where the context has work that can. */
export interface StrategyContext extends Partial<WorkOwner>, Resting {
  readonly user: UserInfo;
  readonly namespace: string;
  readonly dryRun: boolean;
  /** The current time in the format of meta/v1 Time. */
  readonly now: string;
  /** Adds a Warning header to the response; duplicate texts are ignored. */
  warn(text: string): void;
  /** Undefined if the request is not traced. */
  readonly trace?: TraceRecorder | undefined;
  /**
   * The oldest release that must be able to decode stored objects; defaults to the one before the release of
   * this server.
   */
  readonly compatibility?: number | undefined;
  /** The feature gates of the server. */
  readonly gates: FeatureGates;
  /** Returns the last committed state of another object of the server, of a built-in resource. */
  find?(resource: string, namespace: string, name: string): KubeObject | undefined;
  /** Returns the name of the served resource of a kind, built in or custom (meta.RESTMapper). */
  resourceOf?(kind: GroupVersionKind): string | undefined;
  /** Decides what the user may do besides the request itself; undefined for the server's own requests. */
  readonly authorizer?: Authorizer | undefined;
  /** Observes the evaluation of CEL expressions; undefined if there is no observer. */
  readonly cel?: CelObserver | undefined;
  /** Observes where declarative validation differs; undefined if there is no observer. */
  readonly declarative?: DeclarativeObserver | undefined;
  /** The subresource that is requested, such as `status` or `scale`; "" or undefined for the resource itself. */
  readonly subresource?: string | undefined;
  /** Follows the steps of the request; undefined if nobody does. */
  readonly steps?: RequestSteps | undefined;
  /** Notes that the request has made the write of a revision. */
  wrote?(revision: number): void;
  /** What an update's object loses of its metadata when it is stored, as text: then it never equals the live one. */
  lostMetadata?: string;
}

/**
 * The behavior of a kind on create (rest.RESTCreateStrategy). Methods receive decoded objects with defaults applied and
 * return copies.
 */
export interface CreateStrategy<T extends KubeObject = KubeObject> {
  /** Resets fields that clients cannot set, before validation. */
  prepareForCreate?(object: T, ctx: StrategyContext): T;
  /** Validates the fields of the kind; the generic store validates the metadata. */
  validate?(object: T, ctx: StrategyContext): readonly FieldError[];
  /** Returns errors of a valid write that the user may not make, which an authorizer may decide late. */
  authorizeWrite?(object: T, old: T | undefined, ctx: StrategyContext): MaybeAsync<readonly FieldError[]>;
  /** Returns error messages for an invalid name; names must be DNS subdomains by default (ValidateNameFunc). */
  readonly validateName?: NameValidator;
  /** Like `validateName`, for a kind whose names depend on feature gates. */
  nameValidator?(gates: FeatureGates): NameValidator;
  /** Whether metadata.generateName is the name as it is, without a random suffix (names.NameGenerator). */
  readonly keepsGenerateName?: boolean;
  /** Whether upstream's Validate and ValidateUpdate also validate the metadata. */
  readonly validatesMetadata?: boolean;
  /** Whether `validate` does not look at the metadata, whose errors are only told where it finds none. */
  ignoresMetadata?(object: T): boolean;
  canonicalize?(object: T): T;
  /** Loads what validation requires; returns undefined if everything is loaded. */
  loading?(object: T, old?: T): Promise<unknown> | undefined;
  /** The kind reported in errors, if it can differ from the kind of the path (custom resources). */
  kindOf?(object: T): GroupKind;
  /** Returns warnings for a valid new object (RESTCreateStrategy.WarningsOnCreate). */
  warningsOnCreate?(object: T): readonly string[];
}

/**
 * A part of what the validation of an update tells, in the order of upstream's ValidateUpdate: the metadata as that of
 * a new object (`whole`), the change of the metadata (`change`), and of the errors of `validateUpdate` those at their
 * start that a new object has, too (`made`), those before the ones that it has at its end (`before`), or all that are
 * left (`rest`).
 */
export type UpdateStep = "whole" | "change" | "made" | "before" | "rest";

/** The behavior of a kind on update (rest.RESTUpdateStrategy). */
export interface UpdateStrategy<T extends KubeObject = KubeObject> {
  /** Resets fields that cannot be changed through this path; `old` is the stored object. */
  prepareForUpdate?(object: T, old: T, ctx: StrategyContext): T;
  validateUpdate?(object: T, old: T, ctx: StrategyContext): readonly FieldError[];
  /** Returns errors of a valid write that the user may not make, which an authorizer may decide late. */
  authorizeWrite?(object: T, old: T | undefined, ctx: StrategyContext): MaybeAsync<readonly FieldError[]>;
  /**
   * In which order an update is validated, after what the generic store tells of the metadata. By default the change of
   * the metadata is told first where the kind `validatesMetadata`.
   */
  readonly updateSteps?: readonly UpdateStep[];
  /** Validates metadata beyond what all kinds ask of it, with each check of the metadata in an update. */
  validateOwnMetadata?(metadata: ObjectMeta): readonly FieldError[];
  /** Returns warnings for a valid update (RESTUpdateStrategy.WarningsOnUpdate). */
  warningsOnUpdate?(object: T, old: T): readonly string[];
  /**
   * The fields that `prepareForUpdate` resets, as dotted paths. A write through this path does not make its manager the
   * owner of these fields (rest.ResetFieldsStrategy).
   */
  readonly resetFields?: readonly string[];
  /**
   * The only fields that `prepareForUpdate` lets through, as dotted paths in which `*` stands for any item. A write
   * through this path makes its manager the owner of nothing else (rest.ResetFieldsFilterStrategy).
   */
  readonly ownableFields?: readonly string[];
  /** Whether PUT creates an object that does not exist. */
  readonly allowCreateOnUpdate?: boolean;
  /** Whether the generation counts fields of disabled features, which are dropped afterwards. */
  readonly countsDroppedFields?: boolean;
  /** Whether PUT without a resourceVersion overwrites the object; defaults to true. */
  readonly allowUnconditionalUpdate?: boolean;
}

/** The deletion of a kind whose first delete request only marks the object. */
export interface TwoPhaseDeletion<T extends KubeObject = KubeObject> {
  mark(object: T): T;
  ready(object: T): boolean;
  /** Whether the first delete request ignores the propagation policy. */
  readonly ignoresPolicy?: boolean;
}

/** The behavior of a kind on delete (rest.RESTDeleteStrategy and GarbageCollectionDeleteStrategy). */
export interface DeleteStrategy<T extends KubeObject = KubeObject> {
  /** The propagation policy if the client specifies none; background by default. */
  readonly defaultGarbageCollectionPolicy?: "OrphanDependents" | "DeleteDependents" | "Unsupported";
  /** Returns warnings for any request to delete, whether or not there is anything to be deleted. */
  warningsOnDelete?(options: DeleteOptions): readonly string[];
  /** The grace period in seconds for a kind with graceful deletion (pods); undefined deletes immediately. */
  gracePeriodSeconds?(object: T, requested: number | undefined): number | undefined;
  /**
   * Set for a kind whose first delete request only marks the object, which is removed once its own fields allow it
   * (namespaces and their spec.finalizers).
   */
  readonly twoPhaseDeletion?: TwoPhaseDeletion<T>;
}

export interface Strategy<T extends KubeObject = KubeObject>
  extends CreateStrategy<T>, UpdateStrategy<T>, DeleteStrategy<T> {}
