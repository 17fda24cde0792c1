import type { FieldError } from "../../../apimachinery/field-error.ts";

/** What is wrong with a schema. Problems of rules stand behind all others (OpenAPISchemaErrorList). */
export class SchemaReport {
  readonly schemaErrors: FieldError[] = [];
  readonly ruleErrors: FieldError[] = [];

  add(errors: readonly FieldError[]): void {
    for (const error of errors) this.schemaErrors.push(error);
  }

  get errors(): readonly FieldError[] {
    return [...this.schemaErrors, ...this.ruleErrors];
  }
}
