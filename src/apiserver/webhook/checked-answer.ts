import { newGenericServerResponse } from "../../apimachinery/errors.ts";
import { decodeJson, JsonSyntaxError } from "../../apimachinery/json/decode.ts";
import { typeMetaStruct, typeName } from "../../apimachinery/json/type-name.ts";
import { isObject, type JsonObject, type JsonValue } from "../../apimachinery/json/value.ts";
import { decodeLongJson } from "../../component-base/long-json.ts";
import { CallError } from "./call-error.ts";
import type { WebhookResponse } from "../../component-base/webhook.ts";

/** Decodes the object of a webhook response; throws client-go's errors if there is none (rest.Result.Into). */
export function checkedAnswer({ status, contentType, body }: WebhookResponse): JsonObject {
  const isText = contentType === "" || contentType.startsWith("text/");
  if (status < 200 || status > 206)
    throw new CallError(
      statusMessage(body) ??
        newGenericServerResponse(
          status,
          "POST",
          { group: "", resource: "" },
          "",
          isText ? body.trim() : "unknown",
          0,
          true,
        ).message,
    );
  if (body === "")
    throw new CallError(`0-length response with status code: ${status} and content type: ${contentType}`);
  const value = parse(body);
  if (value === null) return {};
  if (!isObject(value))
    throw new CallError(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${typeName(value)} into Go value of type ${typeMetaStruct}`,
    );
  return value;
}

/** Returns the message of a Status in the body, if there is one. */
function statusMessage(body: string): string | undefined {
  try {
    const value = decodeJson(body);
    return isObject(value) &&
      value["kind"] === "Status" &&
      value["status"] === "Failure" &&
      typeof value["message"] === "string"
      ? value["message"]
      : undefined;
  } catch {
    return undefined; // not JSON, so no Status
  }
}

function parse(body: string): JsonValue {
  try {
    return decodeLongJson(body);
  } catch (err) {
    if (!(err instanceof JsonSyntaxError)) throw err;
    // What does not begin as an object is read as YAML, in which plain words are a text.
    if (/^[A-Za-z]/.test(body.trimStart()) && !/:(\s|$)/.test(body)) return body.trim();
    throw new CallError(`couldn't get version/kind; json parse error: ${err.message}`);
  }
}
