import { describe, expect, it } from "vitest";
import {
  isConflict,
  isNotFound,
  isTooLargeResourceVersion,
  newApplyConflict,
  newConflict,
  newForbidden,
  newGenericServerResponse,
  newInternalError,
  newNotFound,
  newServerTimeout,
  newTooLargeResourceVersion,
  newTooManyRequests,
  StatusError,
  failureStatus,
} from "./errors.ts";
import { newInvalid } from "./invalid-error.ts";
import { fieldPath, invalid, required } from "./field-error.ts";

const pods = { group: "", resource: "pods" };
const deployments = { group: "apps", resource: "deployments" };

describe("StatusError", () => {
  it("prints its members in Go's order and leaves empty ones out", () => {
    expect(JSON.stringify(newNotFound(deployments, 'a"b').status)).toBe(
      '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"deployments.apps \\"a\\\\\\"b\\" not found","reason":"NotFound","details":{"name":"a\\"b","group":"apps","kind":"deployments"},"code":404}',
    );
  });

  it("keeps details that are there but empty", () => {
    expect(newTooManyRequests("slow down", 0).status.details).toEqual({});
    expect(newTooManyRequests("slow down", 2).retryAfterSeconds).toBe(2);
  });

  // oxfmt-ignore
  it.each([
    [newConflict(pods, "a", "changed"), 'Operation cannot be fulfilled on pods "a": changed'],
    [newForbidden(pods, "a", new Error("no")), 'pods "a" is forbidden: no'],
    [newForbidden(pods, "", "no"), "pods is forbidden: no"],
    [newForbidden({ group: "", resource: "" }, "a", "no"), "forbidden: no"],
    [newInternalError(new Error("boom")), "Internal error occurred: boom"],
    [newServerTimeout(pods, "create", 1), "The create operation against pods could not be completed at this time, please try again."],
    [newGenericServerResponse(404, "GET", pods, "a", "", 0, true), "the server could not find the requested resource (get pods a)"],
    [newGenericServerResponse(502, "GET", pods, "", "bad", 0, false), 'an error on the server ("bad") has prevented the request from succeeding (get pods)'],
  ])("says %s", (error, message) => {
    expect(error.message).toBe(message);
    expect(error.status.message).toBe(message);
  });

  it("names every invalid field in causes and each message once in the aggregate", () => {
    const path = fieldPath("spec", "x");
    const { status } = newInvalid({ group: "", kind: "Pod" }, "a", [
      required(path),
      invalid(path, "y", "bad"),
      invalid(path, "y", "bad"),
    ]);
    expect(status.message).toBe('Pod "a" is invalid: [spec.x: Required value, spec.x: Invalid value: "y": bad]');
    expect(status.details?.causes).toHaveLength(3);
    expect(status.details?.causes?.[1]).toEqual({
      reason: "FieldValueInvalid",
      message: 'Invalid value: "y": bad',
      field: "spec.x",
    });
  });
});

describe("guards", () => {
  it("go by the reason, and by the code where the reason is unknown", () => {
    expect(isNotFound(newNotFound(pods, "a"))).toBe(true);
    expect(isNotFound(new StatusError(failureStatus(404, "Custom", "")))).toBe(true);
    expect(isNotFound(new StatusError(failureStatus(404, "Gone", "")))).toBe(false);
    expect(isConflict(newApplyConflict([], "conflict"))).toBe(true);
    expect(isNotFound(new Error("not found"))).toBe(false);
  });

  it("know a resourceVersion from the future", () => {
    const error = newTooLargeResourceVersion(9n, 3, 1);
    expect(isTooLargeResourceVersion(error)).toBe(true);
    expect(error.message).toBe("Timeout: Too large resource version: 9, current: 3");
  });
});
