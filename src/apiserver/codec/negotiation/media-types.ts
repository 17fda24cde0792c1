/** A media type that the server reads and writes. */
export interface MediaType {
  readonly mediaType: string;
  readonly type: string;
  readonly subType: string;
  /** The media type of watch streams; undefined if not supported. */
  readonly streamMediaType?: string;
  /** Whether there is a pretty-printed output. */
  readonly pretty: boolean;
}

export const jsonMediaType: MediaType = {
  mediaType: "application/json",
  type: "application",
  subType: "json",
  streamMediaType: "application/json;stream=watch",
  pretty: true,
};

export const yamlMediaType: MediaType = {
  mediaType: "application/yaml",
  type: "application",
  subType: "yaml",
  pretty: false,
};

export const protobufMediaType: MediaType = {
  mediaType: "application/vnd.kubernetes.protobuf",
  type: "application",
  subType: "vnd.kubernetes.protobuf",
  streamMediaType: "application/vnd.kubernetes.protobuf;stream=watch",
  pretty: false,
};

export const cborMediaType: MediaType = {
  mediaType: "application/cbor",
  type: "application",
  subType: "cbor",
  streamMediaType: "application/cbor-seq",
  pretty: false,
};

/** The media types of built-in kinds. The first one is the default. */
export const nativeMediaTypes: readonly MediaType[] = [jsonMediaType, yamlMediaType, protobufMediaType];

/** The media types of built-in kinds with the feature gate CBORServingAndStorage. */
export const nativeMediaTypesWithCbor: readonly MediaType[] = [...nativeMediaTypes, cborMediaType];

/** Returns the names in the order in which errors and routes list them. */
export const mediaTypeNames = (types: readonly MediaType[]): readonly string[] =>
  types.map(({ mediaType }) => mediaType);

export const streamMediaTypeNames = (types: readonly MediaType[]): readonly string[] =>
  types.flatMap(({ streamMediaType }) => streamMediaType ?? []);
