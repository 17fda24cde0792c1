import { describe, expect, test } from "vitest";
import { findServiceAddress, parseServiceAddresses } from "./service-addresses.ts";

describe("addresses in place of Services", () => {
  const find = findServiceAddress(
    parseServiceAddresses(["default/hook=127.0.0.1:9443", "default/hook:8443=localhost:9444", "six/hook=[::1]:9445"]),
  );

  test.each([
    ["default", "hook", 443, { host: "127.0.0.1", port: 9443 }],
    ["default", "hook", 8443, { host: "localhost", port: 9444 }],
    ["six", "hook", 443, { host: "::1", port: 9445 }],
    ["other", "hook", 443, undefined],
  ])("finds %s/%s:%i", (namespace, name, port, address) => {
    expect(find(namespace, name, port)).toEqual(address);
  });

  test.each(["hook=a:1", "default/hook", "default/hook=a", "default/hook=a:70000", "default/hook:x=a:1", "a/b=::1:1"])(
    "refuses %j",
    (entry) => {
      expect(() => parseServiceAddresses([entry])).toThrow(`"${entry}" is not NAMESPACE/NAME[:PORT]=HOST:PORT`);
    },
  );
});
