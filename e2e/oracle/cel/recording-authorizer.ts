import { messageOf } from "../../../src/apimachinery/message-of.ts";
import { parseFieldSelector } from "../../../src/apimachinery/fields/selector.ts";
import type { JsonObject } from "../../../src/apimachinery/json/value.ts";
import { parseLabelSelector } from "../../../src/apimachinery/labels/parse.ts";
import { accountGroups, accountUsername } from "../../../src/apiserver/auth/serviceaccount/username.ts";
import type { UserInfo } from "../../../src/apiserver/request/user.ts";
import type { Authorize } from "../../../src/cel/library/authorizer.ts";

/** Answers as the authorizer of the records does, and notes the questions. */
export function recordingAuthorizer(user: UserInfo): { readonly authorize: Authorize; readonly asked: JsonObject[] } {
  const asked: JsonObject[] = [];
  const authorize: Authorize = (query) => {
    const { subject, verb } = query;
    const who =
      subject.kind === "requester"
        ? { user: user.name, ...(user.groups.length > 0 && { groups: user.groups }) }
        : { user: accountUsername(subject), groups: accountGroups(subject.namespace) };
    asked.push({ ...who, verb, ...attributesOf(query) });
    if (verb === "get") return { allowed: true, reason: "get is allowed", error: undefined };
    if (verb === "deny") return { allowed: false, reason: "deny is denied", error: undefined };
    if (verb === "fail") return { allowed: false, reason: "", error: "authorizer failed" };
    return { allowed: false, reason: "only get is allowed", error: undefined };
  };
  return { authorize, asked };
}

function attributesOf(query: Parameters<Authorize>[0]): JsonObject {
  if (query.kind === "path") return { path: query.path, isResource: false };
  const { group, resource, subresource, namespace, name } = query;
  const set = Object.entries({ group, resource, subresource, namespace, name }).filter(([, text]) => text !== "");
  const problems: string[] = [];
  const parsed = (name: string, text: string, parse: (text: string) => { toString(): string }): JsonObject => {
    if (text === "") return {};
    try {
      return { [name]: String(parse(text)).split(/,(?![^(]*\))/) };
    } catch (error) {
      problems.push(messageOf(error));
      return {};
    }
  };
  return {
    version: "*",
    isResource: true,
    ...Object.fromEntries(set),
    ...parsed("fieldSelector", query.fieldSelector, parseFieldSelector),
    ...parsed("labelSelector", query.labelSelector, parseLabelSelector),
    ...(problems.length > 0 && { selectorError: problems }),
  };
}
