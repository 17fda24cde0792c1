import { emptyLab, type LabState } from "../../cel/lab-state.ts";

/** An example state of the lab. */
export interface LabExample {
  readonly id: string;
  readonly label: string;
  readonly lab: LabState;
}

const text = (...lines: readonly string[]): string => `${lines.join("\n")}\n`;
const fixture = (id: string, name: string, inputs: Readonly<Record<string, string>>) => ({ id, name, inputs });

const gateway = text(
  "# A gateway: hosts and routes, with no bounds on either.",
  "type: object",
  "properties:",
  "  spec:",
  "    type: object",
  "    properties:",
  "      hosts:",
  "        type: array",
  "        items:",
  "          type: string",
  "      routes:",
  "        type: array",
  "        items:",
  "          type: object",
  "          required: [host]",
  "          properties:",
  "            host:",
  "              type: string",
  "            port:",
  "              type: integer",
);

const workload = text(
  "type: object",
  "properties:",
  "  spec:",
  "    type: object",
  "    properties:",
  "      replicas:",
  "        type: integer",
  "      minReplicas:",
  "        type: integer",
  "      storage:",
  "        type: string",
  "        maxLength: 20",
  "      tier:",
  "        type: string",
  "        enum: [gold, silver]",
);

const list = (...items: readonly string[]): readonly string[] => items.map((item) => `- ${item}`);

/** The examples. The first one is the initial state of the lab. */
export const labExamples: readonly LabExample[] = [
  {
    id: "over-budget",
    label: "A rule that costs too much",
    lab: {
      ...emptyLab,
      schema: gateway,
      path: ["spec"],
      expression: "self.routes.all(r,\n  self.hosts.exists(h, h == r.host))",
      inputs: {
        self: text(
          "hosts:",
          ...list("shop.test", "blog.test"),
          "routes:",
          "- host: shop.test",
          "  port: 443",
          "- host: news.test",
          "  port: 443",
        ),
      },
      fixtures: [
        fixture("all-known", "every route has a host", {
          self: text("hosts: [shop.test]", "routes:", "- host: shop.test"),
        }),
        fixture("unknown", "a route without a host", {
          self: text("hosts: [shop.test]", "routes:", "- host: news.test"),
        }),
        fixture("no-routes", "no routes at all", { self: text("hosts: []") }),
      ],
    },
  },
  {
    id: "transition",
    label: "A transition rule: storage may only grow",
    lab: {
      ...emptyLab,
      schema: workload,
      path: ["spec"],
      expression: "quantity(self.storage).compareTo(quantity(oldSelf.storage)) >= 0",
      inputs: { self: text("storage: 2Gi"), oldSelf: text("storage: 512Mi") },
      fixtures: [
        fixture("grows", "grows", { self: text("storage: 2Gi"), oldSelf: text("storage: 1Gi") }),
        fixture("shrinks", "shrinks", { self: text("storage: 500Mi"), oldSelf: text("storage: 1Gi") }),
        fixture("unreadable", "no quantity", { self: text("storage: much"), oldSelf: text("storage: 1Gi") }),
      ],
    },
  },
  {
    id: "has",
    label: "A field that may be missing",
    lab: {
      ...emptyLab,
      schema: workload,
      path: ["spec"],
      expression: "!has(self.minReplicas) ||\n  self.minReplicas <= self.replicas",
      inputs: { self: text("replicas: 2", "minReplicas: 3") },
      fixtures: [
        fixture("fits", "enough", { self: text("replicas: 3", "minReplicas: 2") }),
        fixture("unset", "no minimum", { self: text("replicas: 3") }),
        fixture("few", "too few", { self: text("replicas: 1", "minReplicas: 2") }),
      ],
    },
  },
  {
    id: "admission",
    label: "An admission policy: images from one registry",
    lab: {
      ...emptyLab,
      mode: "admission",
      expression:
        "request.operation == 'DELETE' ||\n  object.spec.containers.all(c, c.image.startsWith('registry.test/'))",
      inputs: {
        object: text(
          "apiVersion: v1",
          "kind: Pod",
          "metadata:",
          "  name: web",
          "spec:",
          "  containers:",
          "  - name: web",
          "    image: registry.test/web:1",
          "  - name: proxy",
          "    image: docker.test/proxy:2",
        ),
        request: text("operation: CREATE", "name: web", "namespace: default"),
      },
      fixtures: [],
    },
  },
  {
    id: "expression",
    label: "An expression on its own",
    lab: {
      ...emptyLab,
      mode: "generic",
      expression: "servers.filter(s, cidr('10.0.0.0/8').containsIP(s))\n  .map(s, ip(s).family())",
      inputs: {
        types: text("servers:", "  type: list(string)", "  maxSize: 100", "  elementSize: 45"),
        values: text("servers: [10.1.2.3, 192.168.0.1, 10.9.9.9]"),
      },
      fixtures: [],
    },
  },
];
