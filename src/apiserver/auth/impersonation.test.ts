import { describe, expect, it } from "vitest";
import { PlainHeaders } from "../../client/plain-headers.ts";
import { readImpersonation } from "./impersonation.ts";

const admin = { name: "admin", uid: "", groups: [], extra: {} };

function read(pairs: readonly (readonly [string, string])[]) {
  const found = readImpersonation(new PlainHeaders(pairs));
  if (found === undefined || typeof found === "string") throw new Error(`nobody: ${found}`);
  const checks = found
    .checks(admin)
    .map((c) => `${c.apiGroup} ${c.resource}/${c.subresource} ${c.namespace}/${c.name}`);
  return { user: found.user, checks };
}

describe("impersonation", () => {
  it("is nothing without its headers, or with an empty user", () => {
    expect(
      readImpersonation(
        new PlainHeaders([
          ["Accept", "x"],
          ["If-Match", "y"],
          ["Impersonate-Bogus", "z"],
        ]),
      ),
    ).toBeUndefined();
    expect(readImpersonation(new PlainHeaders([["Impersonate-User", ""]]))).toBeUndefined();
    expect(readImpersonation({ get: () => "bob" })).toBeUndefined();
  });

  it("needs a user for all else", () => {
    expect(
      readImpersonation(
        new PlainHeaders([
          ["impersonate-group", "g"],
          ["Impersonate-Uid", "u"],
          ["Impersonate-Extra-A", "b"],
        ]),
      ),
    ).toBe(
      "requested [{Group  g    } {UserExtra  b  authentication.k8s.io/v1  a} {UID  u  authentication.k8s.io/v1  }] without impersonating a user",
    );
  });

  it("takes an extra key that every object inherits as any other", () => {
    const { user } = read([
      ["Impersonate-User", "bob"],
      ["Impersonate-Extra-__proto__", "1"],
      ["Impersonate-Extra-constructor", "2"],
      ["Impersonate-Extra-__proto__", "3"],
    ]);
    expect(Object.entries(user.extra)).toEqual([
      ["__proto__", ["1", "3"]],
      ["constructor", ["2"]],
    ]);
  });

  it("checks user, groups, extras and uid in this order", () => {
    const { user, checks } = read([
      ["Impersonate-Uid", "u"],
      ["Impersonate-Extra-A%2fB", "1"],
      ["Impersonate-Group", "g"],
      ["IMPERSONATE-GROUP", "h"],
      ["Impersonate-Extra-a%2Fb", "2"],
      ["Impersonate-User", "bob"],
    ]);
    expect(checks).toEqual([
      " users/ /bob",
      " groups/ /g",
      " groups/ /h",
      "authentication.k8s.io userextras/a/b /1",
      "authentication.k8s.io userextras/a/b /2",
      "authentication.k8s.io uids/ /u",
    ]);
    expect(user).toEqual({
      name: "bob",
      uid: "u",
      groups: ["g", "h", "system:authenticated"],
      extra: { "a/b": ["1", "2"] },
    });
  });

  it.each([
    [
      "system:serviceaccount:ns:robot",
      [],
      " serviceaccounts/ ns/robot",
      ["system:serviceaccounts", "system:serviceaccounts:ns", "system:authenticated"],
    ],
    ["system:serviceaccount:ns:robot", ["g"], " serviceaccounts/ ns/robot", ["g", "system:authenticated"]],
    ["system:serviceaccount:ns:NOT OK", [], " users/ /system:serviceaccount:ns:NOT OK", ["system:authenticated"]],
    ["system:anonymous", [], " users/ /system:anonymous", ["system:unauthenticated"]],
    [
      "system:anonymous",
      ["system:authenticated"],
      " users/ /system:anonymous",
      ["system:authenticated", "system:unauthenticated"],
    ],
    ["bob", ["system:unauthenticated"], " users/ /bob", ["system:unauthenticated"]],
  ])("of %s with groups %j", (name, groups, check, expected) => {
    const { user, checks } = read([
      ["Impersonate-User", name],
      ...groups.map((group) => ["Impersonate-Group", group] as const),
    ]);
    expect(checks[0]).toBe(check);
    expect(user.groups).toEqual(expected);
  });

  it("keeps an extra key whose escape is malformed", () => {
    expect(
      read([
        ["Impersonate-User", "a"],
        ["Impersonate-Extra-%zz", "b"],
      ]).user.extra,
    ).toEqual({ "%zz": ["b"] });
  });
});
