import type { DefinitionLesson } from "./definition-lesson.ts";
import { lessonObjects } from "./lesson-object.ts";

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: scalers.autoscaling.kubepad.dev
spec:
  group: autoscaling.kubepad.dev
  scope: Namespaced
  names:
    kind: Scaler
    listKind: ScalerList
    plural: scalers
    singular: scaler
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
    additionalPrinterColumns:
    - name: Target
      type: string
      jsonPath: .spec.target.name
    - name: Min
      type: integer
      jsonPath: .spec.minReplicas
    - name: Max
      type: integer
      jsonPath: .spec.maxReplicas
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          spec:
            type: object
            required: [target, maxReplicas]
            properties:
              target:
                type: object
                required: [kind, name]
                properties:
                  kind:
                    type: string
                    enum: [Deployment, StatefulSet]
                  name:
                    type: string
                    maxLength: 253
                x-kubernetes-validations:
                - rule: self == oldSelf
                  message: a scaler keeps its target
              minReplicas:
                type: integer
                minimum: 0
                default: 1
              maxReplicas:
                type: integer
                minimum: 1
                maximum: 1000
              paused:
                type: boolean
                default: false
              triggers:
                type: array
                maxItems: 10
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  required: [name, type]
                  properties:
                    name:
                      type: string
                      maxLength: 63
                    type:
                      type: string
                      enum: [cpu, queue, schedule]
                    utilization:
                      type: integer
                      minimum: 1
                      maximum: 100
                    queueLength:
                      type: integer
                      minimum: 1
                    start:
                      type: string
                      maxLength: 5
                      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$'
                    end:
                      type: string
                      maxLength: 5
                      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$'
                  x-kubernetes-validations:
                  - rule: (self.type == 'cpu') == has(self.utilization)
                    message: a cpu trigger has a utilization, and no other has
                  - rule: (self.type == 'queue') == has(self.queueLength)
                    message: a queue trigger has a queueLength, and no other has
                  - rule: (self.type == 'schedule') == (has(self.start) && has(self.end))
                    message: a schedule has a start and an end
            x-kubernetes-validations:
            - rule: self.minReplicas <= self.maxReplicas
              message: minReplicas must not be above maxReplicas
              fieldPath: .minReplicas
            - rule: self.minReplicas > 0 || (has(self.triggers) && self.triggers.exists(t, t.type == 'queue'))
              message: only a queue can wake what was scaled to nothing
          status:
            type: object
            properties:
              replicas:
                type: integer
              lastScaled:
                type: string
                format: date-time
`;

const scalerOf = lessonObjects("autoscaling.kubepad.dev/v1", "Scaler");
const scaler = (name: string, spec: string): string =>
  scalerOf(name, `  target:\n    kind: Deployment\n    name: ${name}\n${spec}`);

/** An autoscaler: a union of trigger types, and interdependent limits. */
export const autoscalerLesson: DefinitionLesson = {
  id: "autoscaler",
  title: "An autoscaler",
  words:
    "Bounds that depend on each other, and triggers of three types with their own fields: a union, written as rules.",
  name: "scalers.autoscaling.kubepad.dev",
  definition,
  fixtures: [
    {
      id: "web",
      name: "by load",
      object: scaler(
        "web",
        "  minReplicas: 2\n  maxReplicas: 10\n  triggers:\n  - name: load\n    type: cpu\n    utilization: 70\n",
      ),
      expect: "accept",
    },
    {
      id: "worker",
      name: "down to nothing",
      object: scaler(
        "worker",
        "  minReplicas: 0\n  maxReplicas: 50\n  triggers:\n  - name: jobs\n    type: queue\n    queueLength: 100\n",
      ),
      expect: "accept",
    },
    {
      id: "crossed",
      name: "bounds crossed",
      object: scaler("crossed", "  minReplicas: 5\n  maxReplicas: 3\n"),
      expect: "refuse",
    },
    {
      id: "mixed",
      name: "a queue with a utilization",
      object: scaler("mixed", "  maxReplicas: 3\n  triggers:\n  - name: jobs\n    type: queue\n    utilization: 70\n"),
      expect: "refuse",
    },
  ],
  steps: [
    {
      title: "A failing rule",
      words:
        "The fixture “bounds crossed” sets min 5 and max 3. Select its cell in the matrix to see the expression part by part, with the value of each part.",
      tab: "fixtures",
    },
    {
      title: "Make it pass",
      words:
        "Change the fixture's maxReplicas to 5: the rule passes and the object is accepted. Nothing was installed: the object was checked against the definition in the editor.",
      tab: "fixtures",
    },
    {
      title: "A union, written as rules",
      words:
        "Each type of trigger has its own field. The three rules work in both directions: this type has the field, and no other type has it. Comparing two booleans is enough.",
      tab: "schema",
      node: ["spec", "triggers", "[*]"],
    },
    {
      title: "Install it",
      words:
        "Install the definition, and create an example. It is now an object like any other: in the explorer, for kubectl and for controllers.",
      tab: "examples",
    },
  ],
};
