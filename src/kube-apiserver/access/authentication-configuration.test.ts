import { describe, expect, test } from "vitest";
import { messageOf } from "../../apimachinery/message-of.ts";
import {
  checkAuthentication,
  checkNextAuthentication,
  decodeAuthentication,
  loadIssuers,
} from "./authentication-configuration.ts";

const head = "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthenticationConfiguration\n";

function problemIn(run: () => unknown): string {
  try {
    run();
    return "";
  } catch (error) {
    return messageOf(error);
  }
}

const problemOf = (text: string): string => problemIn(() => checkAuthentication(decodeAuthentication(text)));

/** The errors of a file, one in each line; some have lines of their own. */
const problemsOf = (text: string): readonly string[] =>
  problemOf(text)
    .replace(/^invalid authentication configuration: \[?/, "")
    .replace(/\]$/, "")
    .split(/, (?=jwt\[|anonymous\.)/);

// the texts are those of kube-apiserver 1.34.1
describe("a file", () => {
  test.each([
    ["", "empty config data"],
    ["kind: AuthenticationConfiguration\n", "Object 'apiVersion' is missing in 'kind: AuthenticationConfiguration\n'"],
    [
      "apiVersion: apiserver.config.k8s.io/v1\n",
      "Object 'Kind' is missing in 'apiVersion: apiserver.config.k8s.io/v1\n'",
    ],
    [
      head.replace("/v1", "/v2"),
      'no kind "AuthenticationConfiguration" is registered for version "apiserver.config.k8s.io/v2" in scheme "pkg/runtime/scheme.go:110"',
    ],
    [
      "apiVersion: apiserver.config.k8s.io/v1\nkind: Foo",
      'no kind "Foo" is registered for version "apiserver.config.k8s.io/v1" in scheme "pkg/runtime/scheme.go:110"',
    ],
    [
      "apiVersion: apiserver.config.k8s.io/v1\nkind: AuthorizationConfiguration",
      "expected AuthenticationConfiguration, got *apiserver.AuthorizationConfiguration",
    ],
    [
      `${head}jwt: foo`,
      "json: cannot unmarshal string into Go struct field AuthenticationConfiguration.jwt of type []v1.JWTAuthenticator",
    ],
    [
      `${head}jwtt: []\njwt:\n- issuer: {url: x, urll: y}`,
      'strict decoding error: unknown field "jwt[0].issuer.urll", unknown field "jwtt"',
    ],
  ])("%j is refused as kube-apiserver does", (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  test("may be of v1beta1, and have no issuer", () => {
    expect(problemOf(head.replace("/v1", "/v1beta1"))).toBe("");
    expect(problemOf(`${head}jwt: []\nanonymous: {enabled: true, conditions: [{path: /healthz}]}`)).toBe("");
  });
});

describe("the errors of a file are those of kube-apiserver", () => {
  test("for an issuer, its rules and its mappings", () => {
    const url = "http://u:p@a?x=1#f";
    const at = (field: string, detail: string): string => `jwt[0].issuer.${field}: Invalid value: "${url}": ${detail}`;
    const badUrl = (field: string): readonly string[] =>
      [
        "URL scheme must be https",
        "URL must not contain a username or password",
        "URL must not contain a query",
        "URL must not contain a fragment",
      ].map((detail) => at(field, detail));
    const text = `${head}
jwt:
- issuer: {url: '${url}', discoveryURL: '${url}', audiences: [a, a, ''], audienceMatchPolicy: Foo, certificateAuthority: bad, egressSelectorType: x}
  claimValidationRules: [{claim: a, expression: b}, {}, {claim: a, message: m}, {claim: a}, {expression: 'claims.foo', requiredValue: x}, {expression: 'claims.foo'}, {expression: 'true'}]
  claimMappings: {username: {}, groups: {claim: a}, uid: {claim: a, expression: b}, extra: [{key: Foo}, {key: 'k8s.io/a', valueExpression: 'claims.x +'}, {key: 'a.b/c', valueExpression: ''}]}
  userValidationRules: [{}, {expression: 'user.unknown == 1'}, {expression: 'user.username'}]`;
    expect(problemsOf(text)).toEqual([
      ...badUrl("url"),
      at("discoveryURL", "discoveryURL must be different from URL"),
      ...badUrl("discoveryURL"),
      'jwt[0].issuer.audiences[1]: Duplicate value: "a"',
      "jwt[0].issuer.audiences[2]: Required value",
      'jwt[0].issuer.audienceMatchPolicy: Invalid value: "Foo": audienceMatchPolicy must be MatchAny for multiple audiences',
      'jwt[0].issuer.certificateAuthority: Invalid value: "<omitted>": data does not contain any valid RSA or ECDSA certificates',
      'jwt[0].issuer.egressSelectorType: Invalid value: "x": egress selector must be either controlplane or cluster',
      `jwt[0].claimValidationRules[0]: Invalid value: "a": claim and expression can't both be set`,
      "jwt[0].claimValidationRules[1]: Required value: claim or expression is required",
      'jwt[0].claimValidationRules[2].message: Invalid value: "m": may not be specified when claim is set',
      'jwt[0].claimValidationRules[3].claim: Duplicate value: "a"',
      'jwt[0].claimValidationRules[4].requiredValue: Invalid value: "x": may not be specified when expression is set',
      'jwt[0].claimValidationRules[4].expression: Invalid value: "claims.foo": must evaluate to bool',
      'jwt[0].claimValidationRules[5].expression: Duplicate value: "claims.foo"',
      "jwt[0].claimMappings.username: Required value: claim or expression is required",
      "jwt[0].claimMappings.groups.prefix: Required value: prefix is required when claim is set. It can be set to an empty string to disable prefixing",
      `jwt[0].claimMappings.uid: Invalid value: "": claim and expression can't both be set`,
      'jwt[0].claimMappings.extra[0].key: Invalid value: "Foo": must be a domain-prefixed path (such as "acme.io/foo")',
      'jwt[0].claimMappings.extra[0].key: Invalid value: "Foo": must be lowercase',
      "jwt[0].claimMappings.extra[0].valueExpression: Required value",
      'jwt[0].claimMappings.extra[1].key: Invalid value: "k8s.io/a": k8s.io, kubernetes.io and their subdomains are reserved for Kubernetes use',
      `jwt[0].claimMappings.extra[1].valueExpression: Invalid value: "claims.x +": compilation failed: ERROR: <input>:1:11: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | claims.x +\n | ..........^`,
      "jwt[0].claimMappings.extra[2].valueExpression: Required value",
      "jwt[0].userValidationRules[0].expression: Required value",
      "jwt[0].userValidationRules[1].expression: Invalid value: \"user.unknown == 1\": compilation failed: ERROR: <input>:1:5: undefined field 'unknown'\n | user.unknown == 1\n | ....^",
      'jwt[0].userValidationRules[2].expression: Invalid value: "user.username": must evaluate to bool',
    ]);
  });

  test("for several issuers, an email that nobody has verified, and anonymous requests", () => {
    const text = `${head}
jwt:
- issuer: {url: 'https://a', audiences: [a]}
  claimMappings: {username: {expression: claims.email}, groups: {expression: 'claims + 1'}}
- issuer: {url: 'https://a', audiences: [], audienceMatchPolicy: Foo}
  claimMappings: {username: {expression: a, claim: b}}
- issuer: {url: 'https://sa.example', audiences: [a], audienceMatchPolicy: Foo}
  claimMappings: {username: {expression: '1', prefix: x}}
anonymous: {enabled: false, conditions: [{path: /x}]}`;
    expect(problemsOf(text)).toEqual([
      "jwt[0].claimMappings.groups.expression: Invalid value: \"claims + 1\": compilation failed: ERROR: <input>:1:8: found no matching overload for '_+_' applied to '(map(string, any), int)'\n | claims + 1\n | .......^",
      'jwt[0].claimMappings.username.expression: Invalid value: "claims.email": claims.email_verified must be used in claimMappings.username.expression or claimMappings.extra[*].valueExpression or claimValidationRules[*].expression when claims.email is used in claimMappings.username.expression',
      "jwt[1].issuer.audiences: Required value: at least one jwt[1].issuer.audiences is required",
      `jwt[1].claimMappings.username: Invalid value: "": claim and expression can't both be set`,
      'jwt[1].issuer.url: Duplicate value: "https://a"',
      'jwt[2].issuer.audienceMatchPolicy: Invalid value: "Foo": audienceMatchPolicy must be empty or MatchAny for single audience',
      'jwt[2].claimMappings.username.prefix: Invalid value: "x": may not be specified when expression is set',
      'anonymous.conditions: Invalid value: [{"Path":"/x"}]: enabled should be set to true when conditions are defined',
    ]);
  });
});

const named = (url: string, more = {}) => ({
  jwt: [{ issuer: { url, audiences: ["a"], ...more }, claimMappings: { username: { claim: "sub", prefix: "" } } }],
});

test("the issuer of service accounts and connections by an egress selector are refused", () => {
  const sa = ["https://sa.example"];
  expect(problemIn(() => loadIssuers(named("https://sa.example"), sa))).toBe(
    'issuer.url: Invalid value: "https://sa.example": URL must not overlap with disallowed issuers: [https://sa.example]',
  );
  expect(problemIn(() => loadIssuers(named("https://a", { egressSelectorType: "cluster" }), sa))).toBe(
    'oidc: egress lookup required with egress selector type "cluster"',
  );
  expect(problemIn(() => checkNextAuthentication({ anonymous: { enabled: true } }, {}, []))).toBe(
    "anonymous: Forbidden: changed from initial configuration file",
  );
});

const outcomeOf = (found: ReturnType<typeof userOf>): string =>
  typeof found === "string" ? found : (found?.name ?? "");

/** Returns what a mapping makes of claims. */
function userOf(claims: object, more: object) {
  const jwt = { claimMappings: { username: { claim: "sub", prefix: "" } }, ...more };
  const [found] = loadIssuers({ jwt: [{ issuer: { url: "https://a", audiences: ["a"] }, ...jwt }] }, []);
  return found?.resolveUser(JSON.parse(JSON.stringify(claims)));
}

describe("expressions", () => {
  const mapped = {
    claimMappings: {
      username: { expression: "claims.sub + ':' + claims.tenant.id" },
      groups: { expression: "dyn(claims.roles).map(r, 'role:' + r)" },
      uid: { expression: "claims.oid" },
      extra: [
        { key: "example.com/tenant", valueExpression: "claims.tenant.id" },
        { key: "example.com/none", valueExpression: "claims.?none.orValue('')" },
        { key: "example.com/dotted", valueExpression: "claims.tenant.a__dot__b" },
      ],
    },
  };
  const claims = { sub: "ann", oid: "u1", roles: ["a", "b", ""], tenant: { id: "t", "a.b": "c" }, jti: "j", n: 3 };

  test("map claims to a user", () => {
    expect(userOf(claims, mapped)).toEqual({
      name: "ann:t",
      uid: "u1",
      groups: ["role:a", "role:b", "role:"],
      extra: {
        "authentication.kubernetes.io/credential-id": ["JTI=j"],
        "example.com/tenant": ["t"],
        "example.com/dotted": ["c"],
      },
    });
  });

  test.each<[string, string]>([
    ["claims.n == 3", ""],
    ["claims.n + 1.0 == 4.0", ""],
    ["type(claims.n) == double", ""],
    ["claims.n + 1 == 4", "expression 'claims.n + 1 == 4' resulted in error: no such overload"],
    ["claims.missing == 1", "expression 'claims.missing == 1' resulted in error: no such key: missing"],
    ["has(claims.missing)", "validation expression 'has(claims.missing)' failed: no"],
    ["'a' in claims.roles", ""],
  ])("judge claims: %s", (expression, problem) => {
    const found = userOf(claims, { claimValidationRules: [{ expression, message: "no" }] });
    expect(outcomeOf(found)).toBe(problem === "" ? "ann" : ruleProblem(problem));
  });

  const ruleProblem = (problem: string): string => `oidc: error evaluating claim validation expression: ${problem}`;

  test.each<[string, string]>([
    ["!user.username.startsWith('system:')", ""],
    ["user.groups.all(g, g != 'a')", "validation expression 'user.groups.all(g, g != 'a')' failed: no"],
    ["user.extra['authentication.kubernetes.io/credential-id'][0] == 'JTI=j'", ""],
    ["user.uid == ''", ""],
  ])("judge the user: %s", (expression, problem) => {
    const found = userOf(claims, {
      claimMappings: { username: { claim: "sub", prefix: "" }, groups: { claim: "roles", prefix: "" } },
      userValidationRules: [{ expression, message: "no" }],
    });
    expect(outcomeOf(found)).toBe(
      problem === "" ? "ann" : `oidc: error evaluating user info validation rule: ${problem}`,
    );
  });

  test.each([
    [
      { username: { expression: "claims.n" } },
      "oidc: error evaluating username claim expression: username claim expression must return a string",
    ],
    [
      { username: { expression: "claims.?none.orValue('')" } },
      "oidc: empty username via CEL expression is not allowed",
    ],
    [
      { username: { claim: "sub", prefix: "" }, groups: { expression: "claims.n" } },
      "oidc: error evaluating group claim expression: expression must return a string or a list of strings",
    ],
    [
      { username: { claim: "sub", prefix: "" }, uid: { claim: "n" } },
      'oidc: parse uid claim "n": json: cannot unmarshal number into Go value of type string',
    ],
    [
      { username: { claim: "sub", prefix: "" }, extra: [{ key: "a.b/c", valueExpression: "claims.tenant" }] },
      "oidc: error evaluating extra claim expression: claims.tenant: expression must return a string or a list of strings",
    ],
  ])("that do not name a user: %j", (claimMappings, problem) => {
    expect(userOf(claims, { claimMappings })).toBe(problem);
  });
});
