import { memoText } from "../../../component-base/memo.ts";
import { newUnsupportedMediaType } from "../../../apimachinery/errors.ts";
import { mediaTypeNames, type MediaType } from "./media-types.ts";

const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const mediaRange = new RegExp(`^\\s*(${token})/(${token})\\s*$`);
const parameters = new RegExp(
  `^(?:\\s*;\\s*${token}\\s*=\\s*(?:${token}|"(?:[^"\\\\\\r\\n]|\\\\.)*"))*\\s*(?:;\\s*)?$`,
);

/**
 * Returns the media type without parameters, e.g. `application/json` for `Application/JSON; charset=utf-8`, or
 * undefined if Go's mime.ParseMediaType fails.
 */
export function parseContentType(header: string): string | undefined {
  const semicolon = header.indexOf(";");
  const base = semicolon < 0 ? header : header.slice(0, semicolon);
  if (!mediaRange.test(base) || (semicolon >= 0 && !parameters.test(header.slice(semicolon)))) return undefined;
  const names = [...header.slice(base.length).matchAll(/;\s*([^\s=;]+)\s*=/g)].map(([, name = ""]) =>
    name.toLowerCase(),
  );
  return new Set(names).size < names.length ? undefined : base.trim().toLowerCase();
}

const contentTypeOf = memoText(parseContentType);

/** Returns the media type of a body, by default the first one. Throws a 415 for unsupported types. */
export function negotiateInput(contentType: string | null, types: readonly MediaType[]): MediaType {
  const [first] = types;
  if (!contentType && first) return first;
  const name = contentTypeOf(contentType ?? "");
  const found = types.find(({ mediaType }) => mediaType === name);
  if (!found) throw newUnsupportedMediaType(mediaTypeNames(types));
  return found;
}
