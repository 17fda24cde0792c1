import type { GoType, Member } from "../go/go-type.ts";
import type { ListMetadata } from "../rules/list-metadata.ts";
import type { Unions } from "../rules/union-metadata.ts";
import type { ItemTag } from "../rules/item-metadata.ts";
import type { LocatedTag, Validations } from "./validations.ts";

/** Where a tag stands; the text is the one of errors (validation-gen's Scope). */
export type Scope = "type definitions" | "struct fields" | "list values" | "map keys" | "map values";

/** Where a tag stands, and on what (validation-gen's validators.Context). */
export interface TagContext {
  readonly scope: Scope;
  readonly type: GoType;
  /** The path of what holds the field, item or value. */
  readonly parentPath: string;
  /** The field, if the scope is struct fields. */
  readonly member?: Member;
  readonly path: string;
}

/** What rules of one generation share, by paths of types and fields. */
export interface GeneratorState {
  readonly lists: Map<string, ListMetadata>;
  readonly items: Map<string, ItemTag[]>;
  readonly unions: Map<string, Unions>;
  readonly zeroOrOneOfs: Map<string, Unions>;
  /** The constants of types, by type. */
  readonly constants: ReadonlyMap<GoType, readonly string[]>;
  /** Evaluates a tag that is the payload of another. */
  extract(context: TagContext, tags: readonly LocatedTag[]): Validations;
}

/** An argument that a tag takes; a positional one has the name "". */
export interface ArgRule {
  readonly name: string;
  readonly type: "string";
  readonly required?: boolean;
  /** What the argument says, for completion. */
  readonly description: string;
}

/** The releases of Kubernetes whose tags are known. */
export type Release = "1.34" | "1.35";

/** A tag: where it may stand, what it takes, and what it makes of it (validation-gen's TagValidator). */
export interface TagRule {
  readonly name: string;
  /** The release that brings the generator for it. */
  readonly since?: Release;
  readonly scopes: readonly Scope[] | "anywhere";
  /** Evaluated after the tags that are not late. */
  readonly late?: boolean;
  readonly args?: readonly ArgRule[];
  readonly acceptsUnknownArgs?: boolean;
  readonly payload?: "string" | "int" | "tag" | "raw";
  readonly payloadRequired?: boolean;
  /** What the tag says, in a sentence. */
  readonly description: string;
  /** Throws a TagError for a tag that is not allowed here. */
  validations(context: TagContext, located: LocatedTag, state: GeneratorState): Validations;
}

/** A rule that runs on all types or fields after their tags (validation-gen's TypeValidator and FieldValidator). */
export interface ClosingRule {
  readonly name: string;
  validations(context: TagContext, state: GeneratorState): Validations;
}

/** Returns the path of a field (field.Path.Child). */
export const childPath = (path: string, name: string): string => (name === "" ? `${path}[]` : `${path}.${name}`);

/** Returns a type with what is below its definition, for errors (validation-gen's rootTypeString). */
export const rootTypeText = (from: string, to: string, same: boolean): string => (same ? from : `${from} -> ${to}`);
