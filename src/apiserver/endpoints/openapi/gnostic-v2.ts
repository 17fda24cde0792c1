import { isObject, type JsonValue } from "../../../apimachinery/json/value.ts";
import {
  isReference,
  type EncodedParts,
  type GnosticMessage,
  type GnosticType,
  type NamedType,
} from "./gnostic-writer.ts";

// Numbers of gnostic's OpenAPIv2.proto, as far as the server's documents go.

const reference: GnosticMessage = { fields: { $ref: [1, "string"], description: [2, "string"] } };

const additionalProperties: GnosticMessage = {
  choose: (value) => (typeof value === "boolean" ? [2, "bool"] : [1, { one: schema }]),
};

/** A type is a list of types. */
const typeItem: GnosticMessage = { choose: () => [1, "strings"] };

const itemsItem: GnosticMessage = { choose: () => [1, { many: schema }] };

const schema: GnosticMessage = {
  get fields() {
    return schemaFields;
  },
  extensions: 31,
};

// oxfmt-ignore
const schemaFields: Readonly<Record<string, readonly [number, GnosticType]>> = {
  $ref: [1, "string"], format: [2, "string"], title: [3, "string"], description: [4, "string"], default: [5, "any"], multipleOf: [6, "double"],
  maximum: [7, "double"], exclusiveMaximum: [8, "bool"], minimum: [9, "double"], exclusiveMinimum: [10, "bool"], maxLength: [11, "int64"], minLength: [12, "int64"],
  pattern: [13, "string"], maxItems: [14, "int64"], minItems: [15, "int64"], uniqueItems: [16, "bool"], maxProperties: [17, "int64"], minProperties: [18, "int64"],
  required: [19, "strings"], enum: [20, "anys"], additionalProperties: [21, { one: additionalProperties }], type: [22, { one: typeItem }], items: [23, { one: itemsItem }],
  allOf: [24, { many: schema }], properties: [25, { named: schema }],
};

const bodyParameter: GnosticMessage = {
  fields: {
    description: [1, "string"],
    name: [2, "string"],
    in: [3, "string"],
    required: [4, "bool"],
    schema: [5, { one: schema }],
  },
  extensions: 6,
};

const queryParameter: GnosticMessage = {
  fields: {
    required: [1, "bool"],
    in: [2, "string"],
    description: [3, "string"],
    name: [4, "string"],
    type: [6, "string"],
    uniqueItems: [20, "bool"],
  },
  extensions: 23,
};

const pathParameter: GnosticMessage = {
  fields: {
    required: [1, "bool"],
    in: [2, "string"],
    description: [3, "string"],
    name: [4, "string"],
    type: [5, "string"],
    uniqueItems: [19, "bool"],
  },
  extensions: 22,
};

const placeOf = (value: JsonValue): JsonValue | undefined => (isObject(value) ? value["in"] : undefined);

const nonBodyParameter: GnosticMessage = {
  choose: (value) => (placeOf(value) === "path" ? [4, { one: pathParameter }] : [3, { one: queryParameter }]),
};

const parameter: GnosticMessage = {
  choose: (value) => (placeOf(value) === "body" ? [1, { one: bodyParameter }] : [2, { one: nonBodyParameter }]),
};

const parametersItem: GnosticMessage = {
  choose: (value) => (isReference(value) ? [2, { one: reference }] : [1, { one: parameter }]),
};

const schemaItem: GnosticMessage = { choose: () => [1, { one: schema }] };

const response: GnosticMessage = {
  fields: { description: [1, "string"], schema: [2, { one: schemaItem }] },
  extensions: 5,
};

const responseValue: GnosticMessage = { choose: () => [1, { one: response }] };

const operation: GnosticMessage = {
  fields: {
    tags: [1, "strings"],
    description: [3, "string"],
    operationId: [5, "string"],
    produces: [6, "strings"],
    consumes: [7, "strings"],
    parameters: [8, { many: parametersItem }],
    responses: [9, { named: responseValue }],
    schemes: [10, "strings"],
  },
  extensions: 13,
};

const pathItem: GnosticMessage = {
  fields: {
    get: [2, { one: operation }],
    put: [3, { one: operation }],
    post: [4, { one: operation }],
    delete: [5, { one: operation }],
    options: [6, { one: operation }],
    head: [7, { one: operation }],
    patch: [8, { one: operation }],
    parameters: [9, { many: parametersItem }],
  },
  extensions: 10,
};

const apiKey: GnosticMessage = {
  fields: { type: [1, "string"], name: [2, "string"], in: [3, "string"], description: [4, "string"] },
  extensions: 5,
};

const securityDefinition: GnosticMessage = { choose: () => [2, { one: apiKey }] };

/** The types of the parts of a document. */
export const namedInV2 = {
  paths: { named: pathItem, field: 2 },
  schemas: { named: schema },
  parameters: { named: parameter },
} as const satisfies Readonly<Record<keyof EncodedParts, NamedType>>;

/** The whole of a version 2 document, but for its parts. */
export const documentV2 = ({ paths, schemas, parameters }: EncodedParts): GnosticMessage => ({
  fields: {
    swagger: [1, "string"],
    info: [2, { one: { fields: { title: [1, "string"], version: [2, "string"] } } }],
    paths: [8, { encoded: paths }],
    definitions: [9, { encoded: schemas }],
    parameters: [10, { encoded: parameters }],
    security: [12, { many: { listsOfTexts: true } }],
    securityDefinitions: [13, { named: securityDefinition }],
  },
  extensions: 16,
});
