import { type FieldError, addError } from "../../../apimachinery/field-error.ts";

/** Collects the errors of a schema. Errors of rules follow all others (OpenAPISchemaErrorList). */
export class SchemaReport {
  readonly schemaErrors: FieldError[] = [];
  readonly ruleErrors: FieldError[] = [];

  add(errors: readonly FieldError[]): void {
    for (const error of errors) addError(this.schemaErrors, error);
  }

  get errors(): readonly FieldError[] {
    return [...this.schemaErrors, ...this.ruleErrors];
  }
}
