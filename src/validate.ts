/**
 * The library that validates manifests as the API server would (docs/validate.md).
 *
 *     const { passed, objects } = await validate({ files: [{ name: "web.yaml", text }] });
 */
export { validate } from "./validate/server.ts";
export type { ServerSettings } from "./validate/server.ts";
export type { ValidationInput, ValidationOptions } from "./validate/validate-manifests.ts";
export type {
  Finding,
  ObjectName,
  ObjectReport,
  Outcome,
  Place,
  Rule,
  SourceFile,
  ValidationReport,
} from "./validate/report.ts";
