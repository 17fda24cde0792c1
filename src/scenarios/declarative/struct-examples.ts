import { created, updated, type DeclarativeExample } from "./declarative-example.ts";

const parts = "\ntype A struct{}\n\ntype B struct{}\n";

/** Lessons about tags for structs, unions, options and subresources. */
export const structExamples: readonly DeclarativeExample[] = [
  {
    id: "subfield",
    release: "1.34",
    statement: "MySubfield of MyStruct is required.",
    type: "MyObject",
    source: `package v1

type MyObject struct {
	// +k8s:subfield("mySubfield")=+k8s:required
	MyStruct MyStruct \`json:"myStruct"\`
}

type MyStruct struct {
	MySubfield string \`json:"mySubfield"\`
}
`,
    fixtures: [
      created("left out", {}, ["myStruct.mySubfield: Required value"]),
      created("provided", { myStruct: { mySubfield: "a" } }, []),
    ],
  },
  {
    id: "unionDiscriminator",
    release: "1.34",
    statement: "The value of Type says which member of the union is expected.",
    differs: "A member is meant by the name of its Go field: A, not a.",
    type: "MyObject",
    source: `package v1

type MyObject struct {
	// +k8s:unionDiscriminator
	Type string \`json:"type"\`

	// +k8s:unionMember
	A *A \`json:"a,omitempty"\`

	// +k8s:unionMember
	B *B \`json:"b,omitempty"\`
}
${parts}`,
    fixtures: [
      created("A is meant and there", { type: "A", a: {} }, []),
      created("A is meant, B is there", { type: "A", b: {} }, [
        'a: Invalid value: "": must be specified when `type` is "A"',
        'b: Invalid value: "": may only be specified when `type` is "B"',
      ]),
      created("nothing is meant", { type: "a" }, []),
    ],
  },
  {
    id: "unionMember",
    release: "1.34",
    statement: 'A and B are members of the union; B is expected where Type is "b-member".',
    differs: "The name is the argument memberName: as a payload, as the documentation writes it, it is refused.",
    type: "MyObject",
    source: `package v1

type MyObject struct {
	// +k8s:unionDiscriminator
	Type string \`json:"type"\`

	// +k8s:unionMember
	A *A \`json:"a,omitempty"\`

	// +k8s:unionMember(memberName: "b-member")
	B *B \`json:"b,omitempty"\`
}
${parts}`,
    documented: {
      source: `package v1

type MyObject struct {
	// +k8s:unionDiscriminator
	Type string \`json:"type"\`

	// +k8s:unionMember
	A *A \`json:"a,omitempty"\`

	// +k8s:unionMember="b-member"
	B *B \`json:"b,omitempty"\`
}
${parts}`,
      error: 'field v1.MyObject.B: tag "k8s:unionMember": tag value has wrong type: got string, want ',
    },
    fixtures: [
      created("B by its name", { type: "b-member", b: {} }, []),
      created("B is missing", { type: "b-member" }, [
        'b: Invalid value: "": must be specified when `type` is "b-member"',
      ]),
    ],
  },
  {
    id: "zeroOrOneOfMember",
    release: "1.34",
    statement: "At most one of A and B may be set; neither is fine too.",
    type: "MyObject",
    source: `package v1

type MyObject struct {
	// +k8s:zeroOrOneOfMember
	A *A \`json:"a,omitempty"\`

	// +k8s:zeroOrOneOfMember
	B *B \`json:"b,omitempty"\`
}
${parts}`,
    fixtures: [
      created("both", { a: {}, b: {} }, ['<nil>: Invalid value: "{a, b}": must specify at most one of: `a`, `b`']),
      created("one", { a: {} }, []),
      created("neither", {}, []),
      updated("both, as before", { a: {}, b: {} }, { a: {}, b: {} }, []),
    ],
  },
  {
    id: "opaqueType",
    release: "1.34",
    statement: "Rules of the field's type are ignored; types of packages that are not included need the tag.",
    differs: "The tag counts only where the field has another rule.",
    type: "MyObject",
    source: `package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type MyObject struct {
	// +k8s:opaqueType
	// +k8s:immutable
	ExternalField metav1.Time \`json:"externalField"\`

	// +k8s:opaqueType
	// +k8s:subfield("name")=+k8s:required
	Own Own \`json:"own"\`
}

type Own struct {
	// +k8s:neq="bad"
	Name string \`json:"name"\`
}
`,
    documented: {
      source: `package v1

import "some/external/package"

type MyObject struct {
	// +k8s:opaqueType
	ExternalField package.ExternalType \`json:"externalField"\`
}
`,
      error: "expected type, found 'package'",
    },
    fixtures: [
      created("the rule of the type is ignored", { own: { name: "bad" } }, []),
      created("the rule of the field is not", {}, ["own.name: Required value"]),
    ],
  },
  {
    id: "ifEnabled",
    release: "1.35",
    statement: 'MyField is required only if the option "my-feature" is enabled.',
    differs: "No generator of v1.34 knows the tag. Go does not build it for lists and maps.",
    type: "MyObject",
    source: `package v1

type MyObject struct {
	// +k8s:ifEnabled("my-feature")=+k8s:required
	MyField string \`json:"myField"\`
}
`,
    fixtures: [
      created("enabled", {}, ["myField: Required value"], { options: ["my-feature"] }),
      created("disabled", {}, []),
    ],
  },
  {
    id: "ifDisabled",
    release: "1.35",
    statement: 'MyField is required only if the option "my-feature" is disabled.',
    differs: "No generator of v1.34 knows the tag. Go does not build it for lists and maps.",
    type: "MyObject",
    source: `package v1

type MyObject struct {
	// +k8s:ifDisabled("my-feature")=+k8s:required
	MyField string \`json:"myField"\`
}
`,
    fixtures: [
      created("disabled", {}, ["myField: Required value"]),
      created("enabled", {}, [], { options: ["my-feature"] }),
    ],
  },
  {
    id: "isSubresource",
    release: "1.34",
    statement: "The rules apply only to the subresource that the tag names.",
    differs: "The tag is read on a type, not on a package, and its path without quotes: on a package it does nothing.",
    type: "Scale",
    source: `package v1

// +k8s:isSubresource=/scale
type Scale struct {
	// +k8s:minimum=0
	Replicas int32 \`json:"replicas"\`
}
`,
    documented: {
      source: `// +k8s:isSubresource="/scale"
package issubresource

type T1 struct {
	// This validation only applies to the /scale subresource.
	// +k8s:validateTrue="field T1.S"
	S string \`json:"s"\`
}
`,
      error: "",
    },
    fixtures: [
      created(
        "as the subresource",
        { replicas: -1 },
        ["replicas: Invalid value: -1: must be greater than or equal to 0"],
        {
          subresource: "/scale",
        },
      ),
      created("as a resource", { replicas: 1 }, [
        "<nil>: Internal error: no validation found for *v1.Scale, subresource: /",
      ]),
    ],
  },
  {
    id: "supportsSubresource",
    release: "1.34",
    statement: "The type may be validated under the subresources that the tags name.",
    differs: "The tag is read on a type, not on a package, and its path without quotes.",
    type: "MyObject",
    source: `package v1

// +k8s:supportsSubresource=/status
// +k8s:supportsSubresource=/scale
type MyObject struct {
	// +k8s:minimum=0
	Replicas int32 \`json:"replicas"\`
}
`,
    documented: {
      source: `// +k8s:supportsSubresource="/status"
// +k8s:supportsSubresource="/scale"
package v1
`,
      error: "",
    },
    fixtures: [
      created("under /status", { replicas: -1 }, ["replicas: Invalid value: -1: must be greater than or equal to 0"], {
        subresource: "/status",
      }),
      created(
        "under /other",
        { replicas: 1 },
        ["<nil>: Internal error: no validation found for *v1.MyObject, subresource: /other"],
        { subresource: "/other" },
      ),
    ],
  },
];
