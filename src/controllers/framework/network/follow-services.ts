import type { KubeObject } from "../../../apimachinery/meta.ts";
import { objectKey } from "../../../client/object-index.ts";
import type { ControllerContext } from "../controller-context.ts";
import { podsResource } from "../pod-control.ts";
import type { SharedInformer } from "../shared-informers.ts";
import {
  type AddressedPod,
  changesEndpoints,
  type SelectingService,
  selects,
  servicesResource,
} from "./service-types.ts";

/** The informers of services and pods. */
export interface ServiceInformers {
  readonly services: SharedInformer<SelectingService>;
  readonly pods: SharedInformer<AddressedPod>;
}

/** Returns the informers of services and pods. */
export const serviceInformers = ({ informers }: ControllerContext): ServiceInformers => ({
  services: informers.of<SelectingService>(servicesResource),
  pods: informers.of<AddressedPod>(podsResource),
});

/** Adds the keys of services that change, and of those that select pods which change. */
export function followServices({ services, pods }: ServiceInformers, add: (key: string) => void): void {
  const addObject = (object: KubeObject): void => add(objectKey(object));
  services.addHandler({ add: addObject, update: (_before, after) => addObject(after), delete: addObject });
  const addServicesOf = (pod: AddressedPod): void => {
    for (const service of services.inNamespace(pod.metadata.namespace ?? ""))
      if (selects(service, pod)) addObject(service);
  };
  pods.addHandler({
    add: addServicesOf,
    update(before, after) {
      if (!changesEndpoints(before, after)) return;
      addServicesOf(before);
      addServicesOf(after);
    },
    delete: addServicesOf,
  });
}
