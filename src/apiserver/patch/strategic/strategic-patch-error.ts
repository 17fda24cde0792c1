import {
  newBadRequest,
  newGenericServerResponse,
  newUnknownError,
  type StatusError,
} from "../../../apimachinery/errors.ts";

/** An invalid or inapplicable strategic merge patch, with upstream's message. */
export class StrategicPatchError extends Error {
  override readonly name = "StrategicPatchError";
  /** The HTTP status of the response. */
  readonly code: 400 | 422 | 500;
  constructor(message: string, code: 400 | 422 | 500 = 500) {
    super(message);
    this.code = code;
  }
}

export const badJsonDocument = (): StrategicPatchError => new StrategicPatchError("invalid JSON document", 400);
export const noListOfLists = (): StrategicPatchError =>
  new StrategicPatchError("lists of lists are not supported", 422);
export const badPrimitiveListFormat = (): StrategicPatchError =>
  new StrategicPatchError("invalid patch format of primitive list", 400);
export const badRetainKeysFormat = (): StrategicPatchError =>
  new StrategicPatchError("invalid patch format of retainKeys", 400);
export const badSetElementOrderFormat = (): StrategicPatchError =>
  new StrategicPatchError("invalid patch format of setElementOrder list", 400);

/** Converts the error to the one sent to the client (handlers.interpretStrategicMergePatchError). */
export function interpretStrategicPatchError(err: StrategicPatchError): StatusError {
  switch (err.code) {
    case 400:
      return newBadRequest(err.message);
    case 422:
      return newGenericServerResponse(422, "", { group: "", resource: "" }, "", err.message, 0, false);
    case 500:
      return newUnknownError(err.message);
  }
}
