import { expect, test } from "vitest";
import { errorMessage, fieldPath } from "../apimachinery/field-error.ts";
import { validateWebhookUrl } from "./webhook-client-config.ts";

const form = "; desired format: https://host[/path]";
const malformed = (text: string, reason: string): string =>
  `url: Required value: url must be a valid URL: parse ${JSON.stringify(text)}: ${reason}${form}`;

// oxfmt-ignore
test.each([
  ["https://a.svc/path", []],
  ["HTTPS://[::1]:8443", []],
  ["", [`url: Invalid value: "": 'https' is the only allowed URL scheme${form}`, `url: Invalid value: "": host must be specified${form}`]],
  ["http://a", [`url: Invalid value: "http": 'https' is the only allowed URL scheme${form}`]],
  ["https:a", [`url: Invalid value: "": host must be specified${form}`]],
  ["https://me:secret@a", [`url: Invalid value: "me:secret": user information is not permitted in the URL`]],
  ["https://a#b\nc", [`url: Invalid value: "b\\nc": fragments are not permitted in the URL`]],
  ["https://a?b=c", [`url: Invalid value: "b=c": query parameters are not permitted in the URL`]],
  ["https://a:port", [malformed("https://a:port", 'invalid port ":port" after host')]],
  ["https://[::1", [malformed("https://[::1", "missing ']' in host")]],
  ["https://a b", [malformed("https://a b", 'invalid character " " in host name')]],
  ["https://a/%zz", [malformed("https://a/%zz", 'invalid URL escape "%zz"')]],
  ["https://a\n/b", [malformed("https://a\n/b", "net/url: invalid control character in URL")]],
  ["://a", [malformed("://a", "missing protocol scheme")]],
])("the URL %j of a webhook", (url, messages) => {
  expect(validateWebhookUrl(url, fieldPath("url")).map(errorMessage)).toEqual(messages);
});
