import { type FieldError, addError, addErrors } from "../../../apimachinery/field-error.ts";

/** Collects the errors of a schema. Errors of rules follow all others (OpenAPISchemaErrorList). */
export class SchemaReport {
  readonly schemaErrors: FieldError[] = [];
  readonly ruleErrors: FieldError[] = [];

  add(errors: readonly FieldError[]): void {
    for (const error of errors) addError(this.schemaErrors, error);
  }

  /** Adds the errors of a part of the schema. */
  include({ schemaErrors, ruleErrors }: SchemaReport): void {
    addErrors(this.schemaErrors, schemaErrors);
    addErrors(this.ruleErrors, ruleErrors);
  }

  get errors(): readonly FieldError[] {
    return [...this.schemaErrors, ...this.ruleErrors];
  }
}
