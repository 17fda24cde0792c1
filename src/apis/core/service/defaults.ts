import { memberIs, when, type Defaults, type Fill } from "../../defaulting.ts";
import { recordAt, recordsAt, type JsonRecord } from "../../record.ts";
import { isExternallyAccessible } from "./spec.ts";

const isZero = (value: unknown): boolean => value === undefined || value === null || value === 0 || value === "";

/** Defaults the targetPort of a service port to its port. */
const targetPort: Fill = (port) => (isZero(port["targetPort"]) ? { ...port, targetPort: port["port"] } : port);

const hasNoMode = (point: JsonRecord): boolean => !isZero(point["ip"]) && (point["ipMode"] ?? null) === null;

/** Defaults the mode of the addresses of a load balancer to VIP. */
const pointModes: Fill = (service) => {
  if (recordAt(service, "spec")["type"] !== "LoadBalancer") return service;
  const status = recordAt(service, "status");
  const balancer = recordAt(status, "loadBalancer");
  const points = recordsAt(balancer, "ingress");
  if (!points.some(hasNoMode)) return service;
  const ingress = points.map((point) => (hasNoMode(point) ? { ...point, ipMode: "VIP" } : point));
  return { ...service, status: { ...status, loadBalancer: { ...balancer, ingress } } };
};

/** core/v1 SetDefaults_Service. */
export const serviceDefaults: Defaults = {
  inside: {
    spec: {
      set: { sessionAffinity: "None", type: "ClusterIP" },
      each: { ports: { set: { protocol: "TCP" }, rules: [targetPort] } },
      rules: [
        when(memberIs("sessionAffinity", "ClientIP"), {
          inside: {
            sessionAffinityConfig: {
              inside: { clientIP: { setPointers: { timeoutSeconds: 10800 } } },
              make: ["clientIP"],
            },
          },
          make: ["sessionAffinityConfig"],
        }),
        (spec) => {
          if (spec["sessionAffinity"] !== "None" || spec["sessionAffinityConfig"] === undefined) return spec;
          const { sessionAffinityConfig: _, ...rest } = spec;
          return rest;
        },
        when(isExternallyAccessible, { set: { externalTrafficPolicy: "Cluster" } }),
        when(memberIs("type", "ClusterIP", "NodePort", "LoadBalancer"), {
          setPointers: { internalTrafficPolicy: "Cluster" },
        }),
        when(memberIs("type", "LoadBalancer"), { setPointers: { allocateLoadBalancerNodePorts: true } }),
      ],
    },
  },
  make: ["spec"],
  rules: [pointModes],
};
