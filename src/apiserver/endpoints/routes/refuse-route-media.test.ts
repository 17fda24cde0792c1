import { expect, it } from "vitest";
import { messageOf } from "../../../apimachinery/message-of.ts";
import { refuseRouteMedia } from "./refuse-route-media.ts";

const json = ["application/json"];

const refusal = (headers: Readonly<Record<string, string>>): string => {
  try {
    refuseRouteMedia(new Headers(headers), json, json);
    return "";
  } catch (err) {
    return messageOf(err);
  }
};

it("minds what is said to be sent, then what is asked for, and nothing where neither is said", () => {
  expect(refusal({})).toBe("");
  expect(refusal({ "Content-Type": "application/json; charset=utf-8", Accept: "text/html, */*" })).toBe("");
  expect(refusal({ "Content-Type": "text/plain", Accept: "text/html" })).toBe("415: Unsupported Media Type");
  expect(refusal({ "Content-Type": "*/*" })).toBe("415: Unsupported Media Type");
  expect(refusal({ Accept: "application/yaml" })).toBe(
    "406: Not Acceptable\n\nAvailable representations: application/json",
  );
});
