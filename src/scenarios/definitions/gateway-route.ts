import type { DefinitionLesson } from "./definition-lesson.ts";
import { lessonObjects } from "./lesson-object.ts";

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: routes.gateway.kubepad.dev
spec:
  group: gateway.kubepad.dev
  scope: Namespaced
  names:
    kind: Route
    listKind: RouteList
    plural: routes
    singular: route
  versions:
  - name: v1beta1
    served: true
    storage: false
    deprecated: true
    deprecationWarning: gateway.kubepad.dev/v1beta1 Route is deprecated; use v1
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [gateways]
            properties:
              gateways:
                type: array
                items:
                  type: string
              hostnames:
                type: array
                items:
                  type: string
              timeout:
                type: string
              rules:
                type: array
                items:
                  type: object
                  x-kubernetes-preserve-unknown-fields: true
  - name: v1
    served: true
    storage: true
    selectableFields:
    - jsonPath: .spec.class
    additionalPrinterColumns:
    - name: Hostnames
      type: string
      jsonPath: .spec.hostnames
    - name: Age
      type: date
      jsonPath: .metadata.creationTimestamp
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          spec:
            type: object
            required: [gateways, rules]
            properties:
              class:
                type: string
                enum: [internal, public]
                default: internal
              gateways:
                type: array
                minItems: 1
                maxItems: 8
                x-kubernetes-list-type: set
                items:
                  type: string
                  maxLength: 63
              hostnames:
                type: array
                maxItems: 16
                x-kubernetes-list-type: set
                items:
                  type: string
                  maxLength: 253
                  minLength: 1
              rules:
                type: array
                minItems: 1
                maxItems: 16
                items:
                  type: object
                  required: [backends]
                  properties:
                    matches:
                      type: array
                      maxItems: 8
                      items:
                        type: object
                        properties:
                          path:
                            type: object
                            required: [value]
                            properties:
                              type:
                                type: string
                                enum: [Exact, Prefix, RegularExpression]
                                default: Prefix
                              value:
                                type: string
                                maxLength: 1024
                                default: /
                            x-kubernetes-validations:
                            - rule: self.type == 'RegularExpression' || self.value.startsWith('/')
                              message: a path begins with a slash
                              fieldPath: .value
                          method:
                            type: string
                            enum: [GET, HEAD, POST, PUT, PATCH, DELETE]
                    backends:
                      type: array
                      maxItems: 16
                      items:
                        type: object
                        required: [name, port]
                        properties:
                          name:
                            type: string
                            maxLength: 63
                          port:
                            type: integer
                            minimum: 1
                            maximum: 65535
                          weight:
                            type: integer
                            minimum: 0
                            maximum: 1000
                            default: 1
                    redirect:
                      type: object
                      required: [hostname]
                      properties:
                        hostname:
                          type: string
                          maxLength: 253
                        statusCode:
                          type: integer
                          enum: [301, 302]
                          default: 302
                  x-kubernetes-validations:
                  - rule: has(self.redirect) != (self.backends.size() > 0)
                    message: a rule either sends to backends or redirects
                    reason: FieldValueForbidden
                  - rule: self.backends.size() == 0 || self.backends.exists(b, b.weight > 0)
                    message: one of the backends needs a weight above 0
                    fieldPath: .backends
            x-kubernetes-validations:
            - rule: self.class != 'public' || (has(self.hostnames) && self.hostnames.size() > 0)
              message: a public route says for which hostnames it is
`;

const route = lessonObjects("gateway.kubepad.dev/v1", "Route");

/** Gateway routes: rules inside nested lists, whose limits multiply, and two versions. */
export const gatewayRouteLesson: DefinitionLesson = {
  id: "gateway-route",
  title: "A gateway route",
  words:
    "Hosts, paths and weighted backends in nested lists, in an old version and a new one. Bounds of lists multiply, and so do the costs of rules in them.",
  name: "routes.gateway.kubepad.dev",
  definition,
  fixtures: [
    {
      id: "split",
      name: "nine to one",
      object: route(
        "split",
        "  gateways: [main]\n  rules:\n  - matches:\n    - path:\n        value: /shop\n    backends:\n    - name: shop\n      port: 8080\n      weight: 9\n    - name: shop-next\n      port: 8080\n",
      ),
      expect: "accept",
    },
    {
      id: "redirect",
      name: "a redirect",
      object: route(
        "redirect",
        "  gateways: [main]\n  class: public\n  hostnames: [old.example.com]\n  rules:\n  - backends: []\n    redirect:\n      hostname: new.example.com\n",
      ),
      expect: "accept",
    },
    {
      id: "both",
      name: "backends and a redirect",
      object: route(
        "both",
        "  gateways: [main]\n  rules:\n  - backends:\n    - name: shop\n      port: 8080\n    redirect:\n      hostname: new.example.com\n",
      ),
      expect: "refuse",
    },
    {
      id: "dark",
      name: "no weight at all",
      object: route(
        "dark",
        "  gateways: [main]\n  rules:\n  - matches:\n    - path:\n        value: shop\n    backends:\n    - name: shop\n      port: 8080\n      weight: 0\n",
      ),
      expect: "refuse",
    },
  ],
  steps: [
    {
      title: "Bounds multiply",
      words:
        "A path is inside of matches (8) inside of rules (16): its rule may run 128 times on one object, and the estimate says so. Remove a maxItems and watch the share grow; the server then rejects the definition.",
      tab: "schema",
      node: ["spec", "rules", "[*]", "matches", "[*]", "path"],
    },
    {
      title: "Two things wrong",
      words:
        "“no weight at all” breaks two rules in two places, and the server reports both at once. In the matrix each rule has its own column.",
      tab: "fixtures",
    },
    {
      title: "From v1beta1 to v1",
      words:
        "The old version has fewer fields. Compare the two to see what is no longer allowed and what is now required.",
      tab: "compare",
    },
    {
      title: "Both are served",
      words:
        "Objects are stored as v1 and served in both versions. Install the definition, create an example, and read it back as v1beta1: the response has a warning.",
      tab: "examples",
    },
  ],
};
