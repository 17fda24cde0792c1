import type { DefinitionLesson } from "./definition-lesson.ts";
import { lessonObjects } from "./lesson-object.ts";

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: postgresclusters.db.kubepad.dev
spec:
  group: db.kubepad.dev
  scope: Namespaced
  names:
    kind: PostgresCluster
    listKind: PostgresClusterList
    plural: postgresclusters
    singular: postgrescluster
    shortNames: [pg]
  versions:
  - name: v1
    served: true
    storage: true
    subresources:
      status: {}
      scale:
        specReplicasPath: .spec.instances
        statusReplicasPath: .status.readyInstances
    additionalPrinterColumns:
    - name: Version
      type: integer
      jsonPath: .spec.version
    - name: Instances
      type: integer
      jsonPath: .spec.instances
    - name: Ready
      type: integer
      jsonPath: .status.readyInstances
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          spec:
            type: object
            required: [version, storage]
            properties:
              version:
                type: integer
                minimum: 14
                maximum: 18
                description: The major version of PostgreSQL.
                x-kubernetes-validations:
                - rule: self >= oldSelf
                  message: a cluster cannot go back to an older version
                - rule: self - oldSelf <= 1
                  message: upgrade one major version at a time
              instances:
                type: integer
                minimum: 1
                maximum: 9
                default: 1
              storage:
                type: object
                required: [size]
                properties:
                  size:
                    x-kubernetes-int-or-string: true
                    maxLength: 20
                    pattern: '^[0-9]+(Mi|Gi|Ti)$'
                    description: Room for each instance, as 10Gi.
                  storageClassName:
                    type: string
                    maxLength: 253
                x-kubernetes-validations:
                - rule: "!isQuantity(string(oldSelf.size)) || quantity(string(self.size)).compareTo(quantity(string(oldSelf.size))) >= 0"
                  messageExpression: "'storage cannot shrink from ' + string(oldSelf.size) + ' to ' + string(self.size)"
                  fieldPath: .size
                - rule: has(self.storageClassName) == has(oldSelf.storageClassName)
                  message: storageClassName can neither be added nor taken away
              synchronous:
                type: boolean
                default: false
                description: A commit waits for a replica.
              databases:
                type: array
                maxItems: 20
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  required: [name, owner]
                  properties:
                    name:
                      type: string
                      maxLength: 63
                      pattern: '^[a-z_][a-z0-9_]*$'
                    owner:
                      type: string
                      maxLength: 63
                    encoding:
                      type: string
                      enum: [UTF8, LATIN1, SQL_ASCII]
                      default: UTF8
                  x-kubernetes-validations:
                  - rule: self.encoding == oldSelf.encoding
                    message: the encoding of a database is chosen when it is made
                    fieldPath: .encoding
              parameters:
                type: object
                maxProperties: 100
                description: Settings for postgresql.conf.
                additionalProperties:
                  type: string
                  maxLength: 200
                x-kubernetes-validations:
                - rule: self.all(name, !(name in ['listen_addresses', 'port', 'ssl']))
                  message: listen_addresses, port and ssl are set by the operator
              backup:
                type: object
                required: [schedule]
                properties:
                  schedule:
                    type: string
                    maxLength: 100
                    description: A cron line with five fields.
                    x-kubernetes-validations:
                    - rule: self.split(' ').size() == 5
                      message: a schedule has five fields
                  keep:
                    type: integer
                    minimum: 1
                    default: 7
            x-kubernetes-validations:
            - rule: "!self.synchronous || self.instances >= 2"
              message: synchronous commits need a second instance
          status:
            type: object
            properties:
              readyInstances:
                type: integer
              primary:
                type: string
`;

const cluster = lessonObjects("db.kubepad.dev/v1", "PostgresCluster");

const orders =
  '  version: 17\n  instances: 3\n  synchronous: true\n  storage:\n    size: 20Gi\n  databases:\n  - name: orders\n    owner: app\n  parameters:\n    max_connections: "200"\n  backup:\n    schedule: 0 3 * * *\n';

/** A database cluster: quantities that may only grow, stepwise version upgrades, databases keyed by name. */
export const postgresClusterLesson: DefinitionLesson = {
  id: "postgres-cluster",
  title: "A Postgres cluster",
  words:
    "Instances, storage, databases and backups, as for a database operator. Most of its rules are about updates: what may grow, and what must not shrink.",
  name: "postgresclusters.db.kubepad.dev",
  definition,
  fixtures: [
    { id: "orders", name: "three instances", object: cluster("orders", orders), expect: "accept" },
    {
      id: "single",
      name: "the smallest",
      object: cluster("single", "  version: 16\n  storage:\n    size: 1Gi\n"),
      expect: "accept",
    },
    {
      id: "alone",
      name: "synchronous alone",
      object: cluster("alone", "  version: 17\n  synchronous: true\n  storage:\n    size: 1Gi\n"),
      expect: "refuse",
    },
    {
      id: "grow",
      name: "more storage",
      old: cluster("orders", orders),
      object: cluster("orders", orders.replace("20Gi", "40Gi")),
      expect: "accept",
    },
    {
      id: "shrink",
      name: "less storage",
      old: cluster("orders", orders),
      object: cluster("orders", orders.replace("20Gi", "5120Mi")),
      expect: "refuse",
    },
    {
      id: "leap",
      name: "two versions at once",
      old: cluster("orders", orders.replace("version: 17", "version: 15")),
      object: cluster("orders", orders),
      expect: "refuse",
    },
  ],
  steps: [
    {
      title: "Rules about change",
      words:
        "version has two rules, and both use oldSelf. Neither runs on create. Together they allow one step up at a time, and no step down.",
      tab: "schema",
      node: ["spec", "version"],
    },
    {
      title: "20Gi and 5120Mi",
      words:
        "Comparing strings would be wrong here: quantity() parses both sizes and compares their values. See the pairs “more storage” and “less storage” in the matrix.",
      tab: "fixtures",
    },
    {
      title: "Which item was which",
      words:
        "databases is a list of type map with the key name, so the server finds the old version of an item wherever it is in the list. That is why the rule of its items can use oldSelf.",
      tab: "schema",
      node: ["spec", "databases"],
    },
    {
      title: "What would break",
      words:
        "Install the definition, then change it: take maximum 18 down to 17, or make backup required. The comparison shows what would break before you install it.",
      tab: "compare",
    },
  ],
};
