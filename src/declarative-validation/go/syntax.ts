import type { CommentLine } from "./comment-groups.ts";
import type { Token } from "./scanner.ts";

/** A type as it is written. */
export type TypeExpression =
  | { readonly kind: "name"; readonly pkg: string | undefined; readonly name: string; readonly line: number }
  | { readonly kind: "pointer" | "slice"; readonly elem: TypeExpression }
  | { readonly kind: "array"; readonly length: string; readonly elem: TypeExpression }
  | { readonly kind: "map"; readonly key: TypeExpression; readonly elem: TypeExpression }
  | { readonly kind: "chan"; readonly direction: string; readonly elem: TypeExpression }
  | { readonly kind: "struct"; readonly fields: readonly FieldSyntax[] }
  | { readonly kind: "interface" | "func"; readonly text: string };

/** A field of a struct. */
export interface FieldSyntax {
  readonly name: string;
  readonly embedded: boolean;
  readonly type: TypeExpression;
  /** The struct tag's text. */
  readonly tag: string;
  readonly line: number;
  readonly comments: readonly CommentLine[];
}

/** `type Name T` or `type Name = T`. */
export interface TypeDeclaration {
  readonly name: string;
  readonly alias: boolean;
  readonly type: TypeExpression;
  readonly line: number;
  readonly comments: readonly CommentLine[];
  readonly detachedComments: readonly CommentLine[];
}

/** A constant with the tokens of its value. */
export interface ConstantDeclaration {
  readonly name: string;
  readonly type: TypeExpression | undefined;
  readonly value: readonly Token[];
  readonly line: number;
}

/** A Go file, as far as types and constants are concerned. */
export interface GoFile {
  readonly packageName: string;
  /** Import paths by the name that the file uses for them. */
  readonly imports: ReadonlyMap<string, string>;
  readonly types: readonly TypeDeclaration[];
  readonly constants: readonly ConstantDeclaration[];
}
