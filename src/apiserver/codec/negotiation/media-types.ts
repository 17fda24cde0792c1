/** A media type the server knows. One that is not `built` yet is named in errors, but neither read nor written. */
export interface MediaType {
  readonly mediaType: string;
  readonly type: string;
  readonly subType: string;
  /** What a watch in it is called; undefined where there are none. */
  readonly streamMediaType?: string;
  /** Has an output for people to read. */
  readonly pretty: boolean;
  readonly built: boolean;
}

export const jsonMediaType: MediaType = {
  mediaType: "application/json",
  type: "application",
  subType: "json",
  streamMediaType: "application/json;stream=watch",
  pretty: true,
  built: true,
};

export const yamlMediaType: MediaType = { mediaType: "application/yaml", type: "application", subType: "yaml", pretty: false, built: false };

export const protobufMediaType: MediaType = {
  mediaType: "application/vnd.kubernetes.protobuf",
  type: "application",
  subType: "vnd.kubernetes.protobuf",
  streamMediaType: "application/vnd.kubernetes.protobuf;stream=watch",
  pretty: false,
  built: false,
};

/** What built-in kinds are read and written in; the first is the one where nothing is asked for. */
export const nativeMediaTypes: readonly MediaType[] = [jsonMediaType, yamlMediaType, protobufMediaType];

/** Names in the order in which errors and routes list them. */
export const mediaTypeNames = (types: readonly MediaType[]): readonly string[] => types.map(({ mediaType }) => mediaType);

export const streamMediaTypeNames = (types: readonly MediaType[]): readonly string[] => types.flatMap(({ streamMediaType }) => streamMediaType ?? []);
