import {
  isReference,
  type EncodedParts,
  type GnosticMessage,
  type GnosticType,
  type NamedType,
} from "./gnostic-writer.ts";

// Numbers of gnostic's OpenAPIv3.proto, as far as the server's documents go.

const reference: GnosticMessage = {
  fields: { $ref: [1, "string"], summary: [2, "string"], description: [3, "string"] },
};

/** A message in place or a reference to it. */
const orReference = (message: () => GnosticMessage): GnosticMessage => ({
  choose: (value) => (isReference(value) ? [2, { one: reference }] : [1, { one: message() }]),
});

const schemaOrReference = orReference(() => schema);

const additionalProperties: GnosticMessage = {
  choose: (value) => (typeof value === "boolean" ? [2, "bool"] : [1, { one: schemaOrReference }]),
};

const itemsItem: GnosticMessage = { choose: () => [1, { many: schemaOrReference }] };

/** Defaults are numbers, truth values or texts; others are left out, as gnostic leaves them. */
const defaultType: GnosticMessage = {
  choose: (value) => {
    if (typeof value === "number") return [1, "double"];
    return typeof value === "boolean" ? [2, "bool"] : [3, "string"];
  },
};

const schema: GnosticMessage = {
  get fields() {
    return schemaFields;
  },
  extensions: 36,
};

// oxfmt-ignore
const schemaFields: Readonly<Record<string, readonly [number, GnosticType]>> = {
  nullable: [1, "bool"], title: [9, "string"], multipleOf: [10, "double"], maximum: [11, "double"], exclusiveMaximum: [12, "bool"], minimum: [13, "double"],
  exclusiveMinimum: [14, "bool"], maxLength: [15, "int64"], minLength: [16, "int64"], pattern: [17, "string"], maxItems: [18, "int64"], minItems: [19, "int64"],
  uniqueItems: [20, "bool"], maxProperties: [21, "int64"], minProperties: [22, "int64"], required: [23, "strings"], enum: [24, "anys"], type: [25, "string"],
  allOf: [26, { many: schemaOrReference }], oneOf: [27, { many: schemaOrReference }], anyOf: [28, { many: schemaOrReference }], not: [29, { one: schema }],
  items: [30, { one: itemsItem }], properties: [31, { named: schemaOrReference }], additionalProperties: [32, { one: additionalProperties }],
  default: [33, { one: defaultType }], description: [34, "string"], format: [35, "string"],
};

const mediaType: GnosticMessage = { fields: { schema: [1, { one: schemaOrReference }] }, extensions: 5 };

const parameter: GnosticMessage = {
  fields: {
    name: [1, "string"],
    in: [2, "string"],
    description: [3, "string"],
    required: [4, "bool"],
    schema: [10, { one: schemaOrReference }],
  },
  extensions: 14,
};

const requestBody: GnosticMessage = {
  fields: { description: [1, "string"], content: [2, { named: mediaType }], required: [3, "bool"] },
  extensions: 4,
};

const response: GnosticMessage = {
  fields: { description: [1, "string"], content: [3, { named: mediaType }] },
  extensions: 5,
};

const operation: GnosticMessage = {
  fields: {
    tags: [1, "strings"],
    description: [3, "string"],
    operationId: [5, "string"],
    parameters: [6, { many: orReference(() => parameter) }],
    requestBody: [7, { one: orReference(() => requestBody) }],
    responses: [8, { named: orReference(() => response), field: 2 }],
  },
  extensions: 13,
};

const pathItem: GnosticMessage = {
  fields: {
    get: [4, { one: operation }],
    put: [5, { one: operation }],
    post: [6, { one: operation }],
    delete: [7, { one: operation }],
    options: [8, { one: operation }],
    head: [9, { one: operation }],
    patch: [10, { one: operation }],
    parameters: [13, { many: orReference(() => parameter) }],
  },
  extensions: 14,
};

const securityScheme: GnosticMessage = {
  fields: { type: [1, "string"], description: [2, "string"], name: [3, "string"], in: [4, "string"] },
  extensions: 9,
};

/** The types of the parts of a document; version 3 has no shared parameters. */
export const namedInV3 = {
  paths: { named: pathItem },
  schemas: { named: schemaOrReference },
  parameters: { named: parameter },
} as const satisfies Readonly<Record<keyof EncodedParts, NamedType>>;

const securitySchemes: NamedType = { named: orReference(() => securityScheme) };

/** The whole of a version 3 document, but for its parts. */
export const documentV3 = ({ paths, schemas }: EncodedParts): GnosticMessage => ({
  fields: {
    openapi: [1, "string"],
    info: [2, { one: { fields: { title: [1, "string"], version: [6, "string"] } } }],
    paths: [4, { encoded: paths }],
    components: [
      5,
      {
        one: { fields: { schemas: [1, { encoded: schemas }], securitySchemes: [7, securitySchemes] }, extensions: 10 },
      },
    ],
  },
  extensions: 9,
});
