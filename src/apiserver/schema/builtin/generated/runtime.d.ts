/* oxlint-disable */
// Made by .config/schema/generate-types.mjs from the facts of Kubernetes v1.34's built-in types.

export type TypeMeta = {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
};

export type Unknown = {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly "-": string | null;
  readonly ContentEncoding: string;
  readonly ContentType: string;
};
