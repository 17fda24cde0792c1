import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { textOf } from "../../apimachinery/text-of.ts";

const reviewVersions = ["v1", "v1beta1"] as const;

/** A version of ConversionReview. */
export type ReviewVersion = (typeof reviewVersions)[number];

const group = "apiextensions.k8s.io";

/** Returns the first version that both the webhook and the server support. */
export function reviewVersionOf(conversionReviewVersions: readonly string[]): ReviewVersion {
  for (const version of conversionReviewVersions) {
    const known = reviewVersions.find((one) => one === version);
    if (known !== undefined) return known;
  }
  throw new Error("no supported conversion review versions");
}

/** Returns a ConversionReview request for objects, given as JSON texts, to be converted to another version. */
export const newReview = (
  version: ReviewVersion,
  uid: string,
  desiredAPIVersion: string,
  texts: readonly string[],
): string =>
  `{"kind":"ConversionReview","apiVersion":"${group}/${version}","request":{"uid":"${uid}","desiredAPIVersion":"${desiredAPIVersion}","objects":[${texts.join(",")}]},"response":{"uid":"","convertedObjects":null,"result":{"metadata":{}}}}`;

/**
 * Returns the converted objects of a webhook's review. Throws if the review is invalid or reports a failure
 * (getConvertedObjectsFromResponse).
 */
export function readReview(version: ReviewVersion, uid: string, review: JsonObject): readonly JsonValue[] {
  const { apiVersion = "", kind = "" } = review;
  if (version === "v1" && (apiVersion !== `${group}/v1` || kind !== "ConversionReview")) {
    throw new Error(
      `expected webhook response of ${group}/v1, Kind=ConversionReview, got ${isReview(review) ? "/, Kind=" : kindText(apiVersion, kind)}`,
    );
  }
  const { response } = review;
  if (!isObject(response)) throw new Error("no response provided");
  const given = textOf(response["uid"]);
  if (version === "v1" && given !== uid)
    throw new Error(`expected response.uid="${uid}", got ${JSON.stringify(given)}`);
  const { status, message } = isObject(response["result"]) ? response["result"] : {};
  if (status !== "Success")
    throw new Error(textOf(message) || `response.result.status was '${textOf(status)}', not 'Success'`);
  return Array.isArray(response["convertedObjects"]) ? (response["convertedObjects"] as readonly JsonValue[]) : [];
}

/**
 * Reports whether an object is a ConversionReview of any version. One of another version than requested decodes, but
 * its response is not found.
 */
const isReview = ({ apiVersion, kind }: JsonObject): boolean =>
  kind === "ConversionReview" && reviewVersions.some((version) => apiVersion === `${group}/${version}`);

/** Formats a group, version and kind as Go does. */
function kindText(apiVersion: JsonValue, kind: JsonValue): string {
  const version = textOf(apiVersion);
  return `${version.includes("/") ? version : `/${version}`}, Kind=${textOf(kind)}`;
}
