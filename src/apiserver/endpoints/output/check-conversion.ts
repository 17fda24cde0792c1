import { failureStatus, newUnknownError, StatusError } from "../../../apimachinery/errors.ts";
import type { ResourceScope } from "../resource-scope.ts";
import type { Output } from "./output.ts";

const goTypeOf = ({ types, kind, unstructured }: ResourceScope): string =>
  unstructured === true ? "unstructured.Unstructured" : (types.schemaOf(kind)?.goType ?? kind.kind);

const notAcceptable = (message: string): StatusError => new StatusError(failureStatus(406, "NotAcceptable", message));

/**
 * Throws a 406 error if PartialObjectMetadata is requested for a list, or PartialObjectMetadataList for a single object
 * (handlers asPartialObjectMetadata), which is a 500 for a custom resource: its Go type passes for a list.
 */
export function checkConversion({ convert }: Output, scope: ResourceScope, isList: boolean): void {
  if (convert?.kind === "PartialObjectMetadata" && isList) {
    const type = scope.unstructured === true ? "unstructured.UnstructuredList" : `${goTypeOf(scope)}List`;
    throw notAcceptable(`you requested PartialObjectMetadata, but the requested object is a list (*${type})`);
  }
  if (convert?.kind !== "PartialObjectMetadataList" || isList) return;
  if (scope.unstructured === true) throw newUnknownError("content is not a list"); // Unstructured.EachListItem
  throw notAcceptable(
    `you requested PartialObjectMetadataList, but the requested object is not a list (*${goTypeOf(scope)})`,
  );
}
