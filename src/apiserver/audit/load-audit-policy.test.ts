import { describe, expect, it } from "vitest";
import { ConfigurationError } from "../../component-base/configuration-error.ts";
import { checkAuditPolicy } from "./check-audit-policy.ts";
import { loadAuditPolicy } from "./load-audit-policy.ts";

const head = "apiVersion: audit.k8s.io/v1\nkind: Policy\n";
const load = (text: string) => loadAuditPolicy(new TextEncoder().encode(text));

describe("an audit policy file", () => {
  it("is read with all its parts", () => {
    const { policy, warnings } = load(`${head}
omitStages: [RequestReceived]
omitManagedFields: true
rules:
- level: RequestResponse
  users: [ann]
  userGroups: [dev]
  verbs: [get, list]
  namespaces: [""]
  omitStages: [Panic]
  omitManagedFields: false
  resources:
  - resources: [pods/log, "*"]
  - {group: apps, resources: [deployments], resourceNames: [a]}
- level: None
  nonResourceURLs: [/healthz*]
`);
    expect(warnings).toEqual([]);
    expect(policy).toEqual({
      omitStages: ["RequestReceived"],
      omitManagedFields: true,
      rules: [
        {
          level: "RequestResponse",
          users: ["ann"],
          userGroups: ["dev"],
          verbs: ["get", "list"],
          namespaces: [""],
          nonResourceURLs: [],
          omitStages: ["Panic"],
          omitManagedFields: false,
          resources: [
            { group: "", resources: ["pods/log", "*"], resourceNames: [] },
            { group: "apps", resources: ["deployments"], resourceNames: ["a"] },
          ],
        },
        {
          level: "None",
          users: [],
          userGroups: [],
          verbs: [],
          resources: [],
          namespaces: [],
          nonResourceURLs: ["/healthz*"],
          omitStages: [],
          omitManagedFields: undefined,
        },
      ],
    });
  });

  it("may be JSON", () => {
    expect(
      load('{"apiVersion":"audit.k8s.io/v1","kind":"Policy","metadata":{"name":"p"},"rules":[{"level":"Metadata"}]}')
        .policy.rules,
    ).toHaveLength(1);
  });

  it("may say more than is known, with a warning", () => {
    expect(load(`${head}rules:\n- {level: Metadata, colour: red}\n`).warnings).toEqual([
      'Audit policy contains errors, falling back to lenient decoding: strict decoding error: unknown field "rules[0].colour"',
    ]);
    expect(
      load("kind: Policy\nkind: Policy\napiVersion: audit.k8s.io/v1\nrules: [{level: None, a: b}]").warnings,
    ).toEqual([
      'Audit policy contains errors, falling back to lenient decoding: strict decoding error: yaml: unmarshal errors:\n  line 2: key "kind" already set in map, unknown field "rules[0].a"',
    ]);
  });

  // oxfmt-ignore
  it.each([
    ["", "unknown group version field audit.k8s.io/__internal, Kind=Policy in policy"],
    ["kind: Policy", "unknown group version field audit.k8s.io/__internal, Kind=Policy in policy"],
    ["apiVersion: audit.k8s.io/v1", "loaded illegal policy with 0 rules"],
    ["3", `failed decoding: couldn't get version/kind; json parse error: json: cannot unmarshal number into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`],
    ["kind: 3", "failed decoding: couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string"],
    ["apiVersion: audit.k8s.io/v1beta1\nkind: Policy", 'failed decoding: no kind "Policy" is registered for version "audit.k8s.io/v1beta1" in scheme "pkg/runtime/scheme.go:110"'],
    [`${head}rules: []`, "loaded illegal policy with 0 rules"],
    [`${head}rules: [{}]`, "rules[0].level: Required value"],
    [`${head}rules: [{level: All}]`, 'rules[0].level: Unsupported value: "All": supported values: "None", "Metadata", "Request", "RequestResponse"'],
    [`${head}omitStages: [Later]\nrules: [{level: None}]`, 'omitStages[0]: Invalid value: "Later": allowed stages are RequestReceived,ResponseStarted,ResponseComplete,Panic'],
    [`${head}rules: [{level: None, nonResourceURLs: [logs, /a*b]}]`, `[rules[0].nonResourceURLs[0]: Invalid value: "logs": non-resource URL rules must begin with a '/' character, rules[0].nonResourceURLs[1]: Invalid value: "/a*b": non-resource URL wildcards '*' must be the final character of the rule]`],
    [`${head}rules: [{level: None, resources: [{resourceNames: [a]}]}]`, 'rules[0].resources.resourceNames: Invalid value: ["a"]: using resourceNames requires at least one resource'],
    [`${head}rules: [{level: None, namespaces: [a], nonResourceURLs: [/a]}]`, 'rules[0].nonResourceURLs: Invalid value: ["/a"]: rules cannot apply to both regular resources and non-resource URLs'],
  ])("is refused as %j", (text, message) => {
    expect(() => load(text)).toThrow(new ConfigurationError(message));
  });

  it("is refused where a value has the wrong type", () => {
    expect(() => load(`${head}rules: [{level: None, users: ann}]`)).toThrow(
      /^failed decoding: json: cannot unmarshal string into Go struct field PolicyRule\.rules\.users of type \[\]string$/,
    );
  });
});

describe("what is found in a policy", () => {
  it.each([
    [`${head}rules: [{level: Metadata}]`, []],
    [
      `${head}rules: [{level: All}, {}]`,
      [
        {
          tone: "error",
          field: "rules[0].level",
          message:
            'rules[0].level: Unsupported value: "All": supported values: "None", "Metadata", "Request", "RequestResponse"',
        },
        { tone: "error", field: "rules[1].level", message: "rules[1].level: Required value" },
      ],
    ],
    [
      `${head}rules: [{level: None, colour: red}]`,
      [{ tone: "warning", field: "rules[0].colour", message: 'unknown field "rules[0].colour"' }],
    ],
    [`${head}rules: []`, [{ tone: "error", field: "", message: "loaded illegal policy with 0 rules" }]],
    [
      `${head}rules:\n- level: [\n`,
      [
        {
          tone: "error",
          field: "",
          message: expect.stringMatching(/^failed decoding: .*yaml: line \d+: /),
          line: expect.any(Number),
        },
      ],
    ],
  ])("%j", (text, findings) => {
    expect(checkAuditPolicy(text)).toEqual(findings);
  });
});
