import { invalid, required, type FieldError, type FieldPath } from "../apimachinery/field-error.ts";
import { parseUrl, type GoUrl } from "../apimachinery/go-url.ts";
import { UrlError } from "../apimachinery/url-escape.ts";
import { isDns1123Subdomain, isValidPortNumber } from "../apimachinery/validation/names.ts";

/** A reference to the Service of a webhook. */
export interface WebhookService {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
  readonly path?: string | undefined;
  readonly port?: number | undefined;
}

const form = "; desired format: https://host[/path]";

/** Validates the URL of a webhook (webhook.ValidateWebhookURL). */
export function validateWebhookUrl(url: string, path: FieldPath): readonly FieldError[] {
  const parsed = parsedUrl(url);
  if (parsed instanceof UrlError) return [required(path, `url must be a valid URL: ${parsed.message}${form}`)];
  const { scheme, host, user, fragment, rawQuery } = parsed;
  return [
    ...(scheme === "https" ? [] : [invalid(path, scheme, `'https' is the only allowed URL scheme${form}`)]),
    ...(host === "" ? [invalid(path, host, `host must be specified${form}`)] : []),
    ...(user === undefined ? [] : [invalid(path, user, "user information is not permitted in the URL")]),
    ...(fragment === "" ? [] : [invalid(path, fragment, "fragments are not permitted in the URL")]),
    ...(rawQuery === "" ? [] : [invalid(path, rawQuery, "query parameters are not permitted in the URL")]),
  ];
}

function parsedUrl(text: string): GoUrl | UrlError {
  try {
    return parseUrl(text);
  } catch (error) {
    if (error instanceof UrlError) return error;
    throw error;
  }
}

/**
 * Validates the Service of a webhook (webhook.ValidateWebhookService); upstream passes name and namespace to it in the
 * wrong order.
 */
export function validateWebhookService(
  { name, namespace, port = 443, path: urlPath = "" }: WebhookService,
  path: FieldPath,
): readonly FieldError[] {
  const ports = isValidPortNumber(port);
  return [
    ...(namespace ? [] : [required(path.child("name"))]),
    ...(name ? [] : [required(path.child("namespace"))]),
    ...(ports.length === 0 ? [] : [invalid(path.child("port"), port, `port is not valid: ${ports.join(", ")}`)]),
    ...(urlPath === "" || urlPath === "/" ? [] : validateUrlPath(urlPath, path.child("path"))),
  ];
}

function validateUrlPath(text: string, path: FieldPath): readonly FieldError[] {
  if (text === "//") return [invalid(path, text, "segment[0] may not be empty")];
  const start = text.startsWith("/") ? [] : [invalid(path, text, "must start with a '/'")];
  const inner = text.slice(1);
  const steps = (inner.endsWith("/") ? inner.slice(0, -1) : inner).split("/");
  const wrong = steps.flatMap((step, i) =>
    step === ""
      ? [`segment[${i}] may not be empty`]
      : isDns1123Subdomain(step).map((message) => `segment[${i}]: ${message}`),
  );
  return [...start, ...wrong.map((detail) => invalid(path, text, detail))];
}
