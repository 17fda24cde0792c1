/** Views of the page by address: one of each layout. */
export const views = {
  requests: "#/requests/new?m=GET&t=/api/v1/namespaces",
  objects: "#/objects/core/v1/configmaps",
  object: "#/objects/core/v1/namespaces/-/default",
  create: "#/objects/core/v1/configmaps?create=1",
  world: "#/world",
  watches: "#/watches",
  terminal: "#/terminal",
  apply: "#/apply",
  cel: "#/cel/cost?example=over-budget",
  definition: "#/definitions/gallery/certificate",
  policy: "#/policies/example/sidecar?tab=matrix",
  tags: "#/declarative",
  lessons: "#/lessons",
  lesson: "#/lessons/first-request",
  server: "#/server",
  settings: "#/server?tab=settings",
} as const;
