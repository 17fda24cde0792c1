/** A media type the server reads and writes. */
export interface MediaType {
  readonly mediaType: string;
  readonly type: string;
  readonly subType: string;
  /** What a watch in it is called; undefined where there are none. */
  readonly streamMediaType?: string;
  /** Has an output for people to read. */
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

/** What built-in kinds are read and written in; the first is the one where nothing is asked for. */
export const nativeMediaTypes: readonly MediaType[] = [jsonMediaType, yamlMediaType, protobufMediaType];

/** The same with the feature gate CBORServingAndStorage. */
export const nativeMediaTypesWithCbor: readonly MediaType[] = [...nativeMediaTypes, cborMediaType];

/** Names in the order in which errors and routes list them. */
export const mediaTypeNames = (types: readonly MediaType[]): readonly string[] =>
  types.map(({ mediaType }) => mediaType);

export const streamMediaTypeNames = (types: readonly MediaType[]): readonly string[] =>
  types.flatMap(({ streamMediaType }) => streamMediaType ?? []);
