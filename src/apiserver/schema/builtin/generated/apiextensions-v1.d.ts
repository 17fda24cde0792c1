/* oxlint-disable */
// Made by `npm run generate` from the facts of Kubernetes v1.34's built-in types.
import type { JsonValue } from "../../../../apimachinery/json/value.ts";
import type { ListMeta, Status } from "./meta-v1.d.ts";
import type { ObjectMeta } from "../../../../apimachinery/meta.ts";

export type ConversionRequest = {
  readonly uid: string;
  readonly desiredAPIVersion: string;
  readonly objects: readonly JsonValue[] | null;
};

export type ConversionResponse = {
  readonly uid: string;
  readonly convertedObjects: readonly JsonValue[] | null;
  readonly result: Status;
};

export type ConversionReview = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly request?: ConversionRequest | undefined;
  readonly response?: ConversionResponse | undefined;
};

export type CustomResourceColumnDefinition = {
  readonly name: string;
  readonly type: string;
  readonly format?: string | undefined;
  readonly description?: string | undefined;
  readonly priority?: number | undefined;
  readonly jsonPath: string;
};

export type CustomResourceConversion = {
  readonly strategy: string;
  readonly webhook?: WebhookConversion | undefined;
};

export type CustomResourceDefinition = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ObjectMeta;
  readonly spec: CustomResourceDefinitionSpec;
  readonly status: CustomResourceDefinitionStatus;
};

export type CustomResourceDefinitionCondition = {
  readonly type: string;
  readonly status: string;
  readonly lastTransitionTime: string | null;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
};

export type CustomResourceDefinitionList = {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: ListMeta;
  readonly items: readonly CustomResourceDefinition[] | null;
};

export type CustomResourceDefinitionNames = {
  readonly plural: string;
  readonly singular?: string | undefined;
  readonly shortNames?: readonly string[] | undefined;
  readonly kind: string;
  readonly listKind?: string | undefined;
  readonly categories?: readonly string[] | undefined;
};

export type CustomResourceDefinitionSpec = {
  readonly group: string;
  readonly names: CustomResourceDefinitionNames;
  readonly scope: string;
  readonly versions: readonly CustomResourceDefinitionVersion[] | null;
  readonly conversion?: CustomResourceConversion | undefined;
  readonly preserveUnknownFields?: boolean | undefined;
};

export type CustomResourceDefinitionStatus = {
  readonly conditions: readonly CustomResourceDefinitionCondition[] | null;
  readonly acceptedNames: CustomResourceDefinitionNames;
  readonly storedVersions: readonly string[] | null;
};

export type CustomResourceDefinitionVersion = {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly deprecated?: boolean | undefined;
  readonly deprecationWarning?: string | undefined;
  readonly schema?: CustomResourceValidation | undefined;
  readonly subresources?: CustomResourceSubresources | undefined;
  readonly additionalPrinterColumns?: readonly CustomResourceColumnDefinition[] | undefined;
  readonly selectableFields?: readonly SelectableField[] | undefined;
};

export type CustomResourceSubresourceScale = {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string | undefined;
};

export type CustomResourceSubresourceStatus = {

};

export type CustomResourceSubresources = {
  readonly status?: CustomResourceSubresourceStatus | undefined;
  readonly scale?: CustomResourceSubresourceScale | undefined;
};

export type CustomResourceValidation = {
  readonly openAPIV3Schema?: JSONSchemaProps | undefined;
};

export type ExternalDocumentation = {
  readonly description?: string | undefined;
  readonly url?: string | undefined;
};

export type JSONSchemaProps = {
  readonly id?: string | undefined;
  readonly $schema?: string | undefined;
  readonly $ref?: string | undefined;
  readonly description?: string | undefined;
  readonly type?: string | undefined;
  readonly format?: string | undefined;
  readonly title?: string | undefined;
  readonly default?: JsonValue | undefined;
  readonly maximum?: number | undefined;
  readonly exclusiveMaximum?: boolean | undefined;
  readonly minimum?: number | undefined;
  readonly exclusiveMinimum?: boolean | undefined;
  readonly maxLength?: number | undefined;
  readonly minLength?: number | undefined;
  readonly pattern?: string | undefined;
  readonly maxItems?: number | undefined;
  readonly minItems?: number | undefined;
  readonly uniqueItems?: boolean | undefined;
  readonly multipleOf?: number | undefined;
  readonly enum?: readonly JsonValue[] | undefined;
  readonly maxProperties?: number | undefined;
  readonly minProperties?: number | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: JSONSchemaProps | readonly JSONSchemaProps[] | undefined;
  readonly allOf?: readonly JSONSchemaProps[] | undefined;
  readonly oneOf?: readonly JSONSchemaProps[] | undefined;
  readonly anyOf?: readonly JSONSchemaProps[] | undefined;
  readonly not?: JSONSchemaProps | undefined;
  readonly properties?: Readonly<Record<string, JSONSchemaProps>> | undefined;
  readonly additionalProperties?: JSONSchemaProps | boolean | undefined;
  readonly patternProperties?: Readonly<Record<string, JSONSchemaProps>> | undefined;
  readonly dependencies?: Readonly<Record<string, JSONSchemaProps | readonly string[]>> | undefined;
  readonly additionalItems?: JSONSchemaProps | boolean | undefined;
  readonly definitions?: Readonly<Record<string, JSONSchemaProps>> | undefined;
  readonly externalDocs?: ExternalDocumentation | undefined;
  readonly example?: JsonValue | undefined;
  readonly nullable?: boolean | undefined;
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean | undefined;
  readonly "x-kubernetes-embedded-resource"?: boolean | undefined;
  readonly "x-kubernetes-int-or-string"?: boolean | undefined;
  readonly "x-kubernetes-list-map-keys"?: readonly string[] | undefined;
  readonly "x-kubernetes-list-type"?: string | undefined;
  readonly "x-kubernetes-map-type"?: string | undefined;
  readonly "x-kubernetes-validations"?: readonly ValidationRule[] | undefined;
};

export type SelectableField = {
  readonly jsonPath: string;
};

export type ServiceReference = {
  readonly namespace: string;
  readonly name: string;
  readonly path?: string | undefined;
  readonly port?: number | undefined;
};

export type ValidationRule = {
  readonly rule: string;
  readonly message?: string | undefined;
  readonly messageExpression?: string | undefined;
  readonly reason?: string | undefined;
  readonly fieldPath?: string | undefined;
  readonly optionalOldSelf?: boolean | undefined;
};

export type WebhookClientConfig = {
  readonly url?: string | undefined;
  readonly service?: ServiceReference | undefined;
  readonly caBundle?: string | undefined;
};

export type WebhookConversion = {
  readonly clientConfig?: WebhookClientConfig | undefined;
  readonly conversionReviewVersions: readonly string[] | null;
};
