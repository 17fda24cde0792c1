import { created, updated, type DeclarativeExample } from "./declarative-example.ts";

const object = (fields: string): string => `package v1\n\ntype MyObject struct {\n${fields}}\n`;

const dnsLabel =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

/** Lessons about tags for single values. */
export const scalarExamples: readonly DeclarativeExample[] = [
  {
    id: "required",
    release: "1.34",
    statement: "The field must be provided when the object is created or updated.",
    differs: "Zero counts as not provided: an empty text, 0 and false are refused too, unless the field is a pointer.",
    type: "MyObject",
    source: object('\t// +k8s:required\n\tMyField string `json:"myField"`\n'),
    fixtures: [
      created("left out", {}, ["myField: Required value"]),
      created("empty", { myField: "" }, ["myField: Required value"]),
      created("provided", { myField: "a" }, []),
      updated("taken away", { myField: "a" }, {}, ["myField: Required value"]),
    ],
  },
  {
    id: "optional",
    release: "1.34",
    statement: "The field need not be provided when the object is created or updated.",
    differs: "Rules beside the tag are skipped for a field that is not set.",
    type: "MyObject",
    source: object(
      '\t// +k8s:optional\n\tMyField string `json:"myField"`\n\n\t// +k8s:optional\n\t// +k8s:minimum=3\n\tSize int32 `json:"size"`\n',
    ),
    fixtures: [
      created("left out", {}, []),
      created("provided", { myField: "a", size: 3 }, []),
      created("too small", { size: 2 }, ["size: Invalid value: 2: must be greater than or equal to 3"]),
    ],
  },
  {
    id: "forbidden",
    release: "1.34",
    statement: "The field must not be provided when the object is created or updated.",
    type: "MyObject",
    source: object('\t// +k8s:forbidden\n\tMyField string `json:"myField"`\n'),
    fixtures: [
      created("provided", { myField: "a" }, ["myField: Forbidden"]),
      created("left out", {}, []),
      updated("kept from before", { myField: "a" }, { myField: "a" }, []),
    ],
  },
  {
    id: "immutable",
    release: "1.34",
    statement: "The field must not be updated.",
    differs: "Setting a field that was empty, and taking one away, are updates too.",
    type: "MyObject",
    source: object('\t// +k8s:immutable\n\tMyField string `json:"myField"`\n'),
    fixtures: [
      created("new", { myField: "a" }, []),
      updated("changed", { myField: "a" }, { myField: "b" }, ["myField: Forbidden: field is immutable"]),
      updated("set later", {}, { myField: "b" }, ["myField: Forbidden: field is immutable"]),
      updated("left alone", { myField: "a" }, { myField: "a" }, []),
    ],
  },
  {
    id: "minimum",
    release: "1.34",
    statement: "MyInt must be greater than or equal to 0.",
    type: "MyObject",
    source: object('\t// +k8s:minimum=0\n\tMyInt int `json:"myInt"`\n'),
    fixtures: [
      created("negative", { myInt: -1 }, ["myInt: Invalid value: -1: must be greater than or equal to 0"]),
      created("zero", { myInt: 0 }, []),
      updated("negative before", { myInt: -1 }, { myInt: -1 }, []),
    ],
  },
  {
    id: "neq",
    release: "1.34",
    statement: 'MyString must not be "default", MyInt must not be 0, MyBool must not be true.',
    type: "MyObject",
    source: object(
      '\t// +k8s:neq="default"\n\tMyString string `json:"myString"`\n\n\t// +k8s:neq=0\n\tMyInt int `json:"myInt"`\n\n\t// +k8s:neq=true\n\tMyBool bool `json:"myBool"`\n',
    ),
    fixtures: [
      created("all of them", { myString: "default", myInt: 0, myBool: true }, [
        'myString: Invalid value: "default": must not be equal to "default"',
        "myInt: Invalid value: 0: must not be equal to 0",
        "myBool: Invalid value: true: must not be equal to true",
      ]),
      created("none of them", { myString: "a", myInt: 1, myBool: false }, []),
    ],
  },
  {
    id: "enum",
    release: "1.34",
    statement: 'MyField must be one of the constants of its type, "A" or "B".',
    differs: "An empty text is none of them: make the field optional where it may be left out.",
    type: "MyObject",
    source: `package v1

// +k8s:enum
type MyEnum string

const (
	MyEnumA MyEnum = "A"
	MyEnumB MyEnum = "B"
)

type MyObject struct {
	MyField MyEnum \`json:"myField"\`
}
`,
    fixtures: [
      created("another value", { myField: "C" }, ['myField: Unsupported value: "C": supported values: "A", "B"']),
      created("left out", {}, ['myField: Unsupported value: "": supported values: "A", "B"']),
      created("one of them", { myField: "A" }, []),
    ],
  },
  {
    id: "maxLength",
    release: "1.35",
    statement: "MyString must not be longer than 10 characters.",
    differs: "No generator of v1.34 knows the tag. That of v1.35 counts bytes.",
    type: "MyObject",
    source: object('\t// +k8s:maxLength=10\n\tMyString string `json:"myString"`\n'),
    fixtures: [
      created("11 letters", { myString: "elevenchars" }, ["myString: Too long: may not be more than 10 bytes"]),
      created("6 letters, 12 bytes", { myString: "éééééé" }, ["myString: Too long: may not be more than 10 bytes"]),
      created("10 letters", { myString: "tencharact" }, []),
    ],
  },
  {
    id: "format",
    release: "1.35",
    statement: "Subdomain must be a DNS subdomain, Label must be a DNS label, IPAddress an IP address.",
    differs: "No generator of v1.34 knows the tag. That of v1.35 knows more formats, but no k8s-ip.",
    type: "MyObject",
    source: object(
      '\t// +k8s:optional\n\t// +k8s:format=k8s-long-name\n\tSubdomain string `json:"subdomain"`\n\n\t// +k8s:optional\n\t// +k8s:format=k8s-short-name\n\tLabel string `json:"label"`\n',
    ),
    documented: {
      source: object(
        '\t// +k8s:format=k8s-ip\n\tIPAddress string `json:"ipAddress"`\n\n\t// +k8s:format=k8s-long-name\n\tSubdomain string `json:"subdomain"`\n\n\t// +k8s:format=k8s-short-name\n\tLabel string `json:"label"`\n',
      ),
      error: 'field v1.MyObject.IPAddress: tag "k8s:format": unsupported validation format "k8s-ip"',
    },
    fixtures: [
      created("both", { subdomain: "example.com", label: "my-name" }, []),
      created("dots in a label", { label: "example.com" }, [
        'label: Invalid value: "example.com": must not contain dots',
      ]),
      created("capitals", { label: "My-Name" }, [`label: Invalid value: "My-Name": ${dnsLabel}`]),
    ],
  },
];
