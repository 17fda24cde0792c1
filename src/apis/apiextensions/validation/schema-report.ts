import { FieldErrors, type FieldError } from "../../../apimachinery/field-error.ts";

/** Collects the errors of a schema. Errors of rules follow all others (OpenAPISchemaErrorList). */
export class SchemaReport {
  readonly schemaErrors: FieldError[] = new FieldErrors();
  readonly ruleErrors: FieldError[] = new FieldErrors();

  add(errors: readonly FieldError[]): void {
    for (const error of errors) this.schemaErrors.push(error);
  }

  get errors(): readonly FieldError[] {
    return [...this.schemaErrors, ...this.ruleErrors];
  }
}
