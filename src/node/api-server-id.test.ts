import { expect, test } from "vitest";
import { apiServerId } from "./api-server-id.ts";

test("a server is named by its host as kube-apiserver names itself, and by an unusual port", () => {
  expect(apiServerId("test-server-a", 6443)).toBe("apiserver-obqwabxlaqeskmqqzzrbridkii");
  expect(apiServerId("", 6443)).toBe("apiserver-4oymiquy7qobjgx36tejs35zeq");
  expect(apiServerId("test-server-a", 6444)).not.toBe(apiServerId("test-server-a", 6443));
});
