import type { Status } from "../apimachinery/meta.ts";
import type { Diagnosis, ObjectId } from "./diagnosis.ts";
import { Reading } from "./reading.ts";
import { byAdmission } from "./refused/admission.ts";
import { byConversion, conversionText } from "./refused/conversion.ts";
import { unauthenticated } from "./refused/authentication.ts";
import { conflict } from "./refused/conflict.ts";
import { invalid } from "./refused/invalid.ts";
import { missingObject } from "./refused/missing-object.ts";
import { methodNotAllowed, other, tooMany } from "./refused/other.ts";
import { forbidden } from "./refused/permission.ts";
import { type AnsweredRequest, type Finding, type Refused, refusedOf } from "./refused/refused.ts";
import { type ServedApi, unknownApi } from "./refused/served-api.ts";
import { undecodable } from "./refused/undecodable.ts";
import { unserved } from "./refused/unserved.ts";
import type { Surroundings } from "./surroundings.ts";
import { firstLine } from "./words.ts";

/**
 * Explains a Status that a server answered instead of an object: who refused the request, by which rule, why, and what
 * would work. What is served is asked of `api`, for the nearest resource, kind or field.
 */
export async function diagnoseStatus(
  status: Status,
  request: AnsweredRequest,
  surroundings: Surroundings,
  api: ServedApi = unknownApi,
): Promise<Diagnosis> {
  const { code = 0, reason = "", message = "" } = status;
  const refused = refusedOf(status, request, new Reading(surroundings), api);
  const { situation, state, because, evidence = [], remedies = [] } = await findingOf(refused);
  const told = firstLine(because, 500).replace(/\.$/, "");
  const sentence = told === "" ? state : `${state}: ${told}`;
  return {
    object: objectOf(status, refused),
    situation,
    state,
    level: "error",
    sentence,
    predicate: `is refused: ${told}`,
    evidence: [{ kind: "status", code, reason, message }, ...evidence],
    causes: [],
    remedies,
  };
}

const objectOf = ({ details }: Status, { at }: Refused): ObjectId => ({
  group: details?.group ?? "",
  kind: details?.kind ?? "",
  namespace: at?.namespace ?? "",
  name: details?.name ?? "",
});

/** What policies and webhooks say, whatever code they answer with. */
const admissionText =
  /AdmissionPolicy '.*' with binding '|admission webhook "|failed calling webhook "|Internal error occurred: (?:jsonpatch |error in |\w+ operation does not apply)/;

function findingOf(refused: Refused): Finding | Promise<Finding> {
  const { message = "" } = refused.status;
  if (admissionText.test(message)) return byAdmission(refused);
  if (conversionText.test(message)) return byConversion(refused);
  switch (refused.status.code) {
    case 400:
      return undecodable(refused);
    case 401:
      return unauthenticated(refused);
    case 403:
      return forbidden(refused);
    case 404:
      return (refused.status.details?.name ?? "") === "" ? unserved(refused) : missingObject(refused);
    case 405:
      return methodNotAllowed(refused);
    case 409:
      return conflict(refused);
    case 422:
      return invalid(refused);
    case 429:
      return tooMany(refused);
    default:
      return other(refused);
  }
}
