import { failureStatus, StatusError } from "../../../apimachinery/errors.ts";
import type { ResourceScope } from "../resource-scope.ts";
import type { Output } from "./output.ts";

const goTypeOf = ({ types, kind, unstructured }: ResourceScope): string =>
  unstructured === true ? "unstructured.Unstructured" : (types.schemaOf(kind)?.goType ?? kind.kind);

const notAcceptable = (message: string): StatusError => new StatusError(failureStatus(406, "NotAcceptable", message));

/**
 * Throws a 406 error if PartialObjectMetadata is requested for a list, or PartialObjectMetadataList for a single object
 * (handlers asPartialObjectMetadata).
 */
export function checkConversion({ convert }: Output, scope: ResourceScope, isList: boolean): void {
  if (convert?.kind === "PartialObjectMetadata" && isList) {
    const type = scope.unstructured === true ? "unstructured.UnstructuredList" : `${goTypeOf(scope)}List`;
    throw notAcceptable(`you requested PartialObjectMetadata, but the requested object is a list (*${type})`);
  }
  if (convert?.kind === "PartialObjectMetadataList" && !isList)
    throw notAcceptable(
      `you requested PartialObjectMetadataList, but the requested object is not a list (*${goTypeOf(scope)})`,
    );
}
