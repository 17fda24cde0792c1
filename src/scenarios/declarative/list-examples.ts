import { created, updated, type DeclarativeExample } from "./declarative-example.ts";

const unexported = (keys: string, fields: string): string =>
  `package v1\n\n${keys}type MyList []MyStruct\n\ntype MyStruct struct {\n${fields}}\n`;

/** Lessons about tags for lists and maps. */
export const listExamples: readonly DeclarativeExample[] = [
  {
    id: "eachVal",
    release: "1.34",
    statement: "All values of the map must be at least 1.",
    type: "MyObject",
    source: `package v1

type MyObject struct {
	// +k8s:eachVal=+k8s:minimum=1
	MyMap map[string]int \`json:"myMap"\`
}
`,
    fixtures: [
      created("one is too small", { myMap: { a: 1, b: 0 } }, [
        "myMap[b]: Invalid value: 0: must be greater than or equal to 1",
      ]),
      created("no map", {}, []),
      updated("the small one is kept", { myMap: { b: 0 } }, { myMap: { a: 1, b: 0 } }, []),
    ],
  },
  {
    id: "eachKey",
    release: "1.34",
    statement: "The tag applies to every key of the map; all keys must be at least 1.",
    differs:
      "Keys must be texts, so the documentation's map[int]string is refused. A tag for keys is checked against the type of the values.",
    type: "MyObject",
    source: `package v1

type MyObject struct {
	// +k8s:eachKey=+k8s:neq="bad"
	MyMap map[string]string \`json:"myMap"\`
}
`,
    documented: {
      source: `package v1

type MyObject struct {
	// +k8s:eachKey=+k8s:minimum=1
	MyMap map[int]string \`json:"myMap"\`
}
`,
      error: "field v1.MyObject.MyMap (map[int]string): maps with non-string keys are not supported",
    },
    fixtures: [
      created("a bad key", { myMap: { bad: "a", good: "b" } }, [
        'myMap: Invalid value: "bad": must not be equal to "bad"',
      ]),
      created("good keys", { myMap: { good: "bad" } }, []),
      updated("the bad key is kept", { myMap: { bad: "a" } }, { myMap: { bad: "b" } }, []),
    ],
  },
  {
    id: "listType",
    release: "1.34",
    statement: "The list is atomic, a set, or a map, in which each element has a unique key.",
    differs: "Keys of a map are not checked to be unique, values of a set are. Keys must be exported fields.",
    type: "MyObject",
    source: `package v1

type MyObject struct {
	Items MyList \`json:"items"\`

	// +k8s:listType=set
	Names []string \`json:"names"\`
}

// +k8s:listType=map
// +k8s:listMapKey=keyField
// +k8s:eachVal=+k8s:subfield("valueField")=+k8s:neq="bad"
type MyList []MyStruct

type MyStruct struct {
	KeyField   string \`json:"keyField"\`
	ValueField string \`json:"valueField"\`
}
`,
    documented: {
      source: unexported(
        "// +k8s:listType=map\n// +k8s:listMapKey=keyField\n",
        '\tkeyField string `json:"keyField"`\n\tvalueField string `json:"valueField"`\n',
      ),
      error: "",
    },
    fixtures: [
      created("twice in a set", { names: ["a", "b", "a"] }, ['names[2]: Duplicate value: "a"']),
      created("a key twice", { items: [{ keyField: "a" }, { keyField: "a" }] }, []),
      updated(
        "items are found by their keys",
        { items: [{ keyField: "a", valueField: "bad" }] },
        {
          items: [
            { keyField: "b", valueField: "bad" },
            { keyField: "a", valueField: "bad" },
          ],
        },
        ['items[0].valueField: Invalid value: "bad": must not be equal to "bad"'],
      ),
    ],
  },
  {
    id: "listMapKey",
    release: "1.34",
    statement: "The named field is a key of the list; several tags make a key of several fields.",
    type: "MyObject",
    source: `package v1

type MyObject struct {
	Items MyList \`json:"items"\`
}

// +k8s:listType=map
// +k8s:listMapKey=keyFieldOne
// +k8s:listMapKey=keyFieldTwo
// +k8s:eachVal=+k8s:immutable
type MyList []MyStruct

type MyStruct struct {
	KeyFieldOne string \`json:"keyFieldOne"\`
	KeyFieldTwo string \`json:"keyFieldTwo"\`
	ValueField  string \`json:"valueField"\`
}
`,
    documented: {
      source: unexported(
        "// +k8s:listType=map\n// +k8s:listMapKey=keyFieldOne\n// +k8s:listMapKey=keyFieldTwo\n",
        '\tkeyFieldOne string `json:"keyFieldOne"`\n\tkeyFieldTwo string `json:"keyFieldTwo"`\n\tvalueField string `json:"valueField"`\n',
      ),
      error: "",
    },
    fixtures: [
      updated(
        "found by both keys",
        { items: [{ keyFieldOne: "a", keyFieldTwo: "b", valueField: "x" }] },
        { items: [{ keyFieldOne: "a", keyFieldTwo: "b", valueField: "y" }] },
        ["items[0]: Forbidden: field is immutable"],
      ),
      updated(
        "unchanged, at another place",
        {
          items: [
            { keyFieldOne: "a", keyFieldTwo: "b" },
            { keyFieldOne: "a", keyFieldTwo: "c" },
          ],
        },
        { items: [{ keyFieldOne: "a", keyFieldTwo: "c" }] },
        [],
      ),
    ],
  },
  {
    id: "item",
    release: "1.34",
    statement: 'The item with name "http" and port 80 is immutable, that with "https" and 443 is required.',
    differs: "An item cannot be required: the tag is for fields. Here, a field of the second item must not be empty.",
    type: "MyObject",
    source: `package v1

type MyObject struct {
	Items MyList \`json:"items"\`
}

// +k8s:listType=map
// +k8s:listMapKey=name
// +k8s:listMapKey=port
// +k8s:item(name: "http", port: 80)=+k8s:immutable
// +k8s:item(name: "https", port: 443)=+k8s:subfield("host")=+k8s:required
type MyList []MyStruct

type MyStruct struct {
	Name string \`json:"name"\`
	Port int    \`json:"port"\`
	Host string \`json:"host"\`
}
`,
    documented: {
      source: unexported(
        '// +k8s:listType=map\n// +k8s:listMapKey=name\n// +k8s:listMapKey=port\n// +k8s:item(name: "http", port: 80)=+k8s:immutable\n// +k8s:item(name: "https", port: 443)=+k8s:required\n',
        '\tname string `json:"name"`\n\tport int `json:"port"`\n',
      ),
      error: 'v1.MyList: type validator "itemFieldValidator": tag "k8s:required" cannot be specified on list values',
    },
    fixtures: [
      updated(
        "http is changed",
        { items: [{ name: "http", port: 80, host: "a" }] },
        { items: [{ name: "http", port: 80, host: "b" }] },
        ["items[0]: Forbidden: field is immutable"],
      ),
      created("https without a host", { items: [{ name: "https", port: 443 }] }, ["items[0].host: Required value"]),
      created("other items", { items: [{ name: "https", port: 8443 }] }, []),
    ],
  },
  {
    id: "maxItems",
    release: "1.35",
    statement: "MyList must not contain more than 5 items.",
    differs: "No generator of v1.34 knows the tag. Nothing else is looked at in a list that is too long.",
    type: "MyObject",
    source: `package v1

type MyObject struct {
	// +k8s:maxItems=5
	MyList []string \`json:"myList"\`
}
`,
    fixtures: [
      created("6 items", { myList: ["a", "b", "c", "d", "e", "f"] }, [
        "myList: Too many: 6: must have at most 5 items",
      ]),
      created("5 items", { myList: ["a", "b", "c", "d", "e"] }, []),
    ],
  },
];
