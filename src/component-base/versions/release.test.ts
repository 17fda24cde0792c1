import { expect, it } from "vitest";
import { parseEmulatedVersion } from "./release.ts";

it.each(["1.33", "v1.33", "kube=1.33"])("reads %s", (text) => expect(parseEmulatedVersion(text)).toBe(33));

it.each([
  ["1.30", "emulation version 1.30 is not between [1.31, 1.34.0]"],
  ["2.33", "emulation version 2.33 is not between [1.31, 1.34.0]"],
  ["1.33.1", "patch version not allowed, got: kube=1.33.1"],
  ["soon", 'could not parse "soon" as version'],
  ["wardle=1.2", "component not registered: wardle"],
])("refuses %s", (text, message) => expect(() => parseEmulatedVersion(text)).toThrow(message));
