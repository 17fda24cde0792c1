import type { GoType, Member } from "../go/go-type.ts";
import { noValidations, type Validations } from "./validations.ts";

/** A type that another one uses: a field, an item, a key or a value. */
export interface ChildNode {
  readonly type: GoType;
  /** The node of the type below pointers; undefined for types of other packages, and where rules do not apply. */
  node: TypeNode | undefined;
}

/** A field with what its tags amount to. */
export interface FieldNode extends ChildNode {
  readonly member: Member;
  readonly jsonName: string;
  readonly validations: Validations;
  /** Call the functions of the types of keys and values, if those have rules. */
  keyIterations: Validations;
  valIterations: Validations;
}

/** A type with what its tags amount to (validation-gen's typeNode). */
export class TypeNode {
  readonly type: GoType;
  /** Whether it has a function of its own: named types of the package have. */
  readonly hasFunction: boolean;
  fields: readonly FieldNode[] = [];
  key: ChildNode | undefined;
  elem: ChildNode | undefined;
  underlying: ChildNode | undefined;
  validations: Validations = noValidations;
  keyIterations: Validations = noValidations;
  valIterations: Validations = noValidations;

  constructor(type: GoType, hasFunction: boolean) {
    this.type = type;
    this.hasFunction = hasFunction;
  }
}
