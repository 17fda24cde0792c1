import type { JsonRecord } from "../../record.ts";
import type { PodValidationOptions } from "./options.ts";

/** What the parts of a pod spec are validated against. */
export interface PodContext {
  readonly options: PodValidationOptions;
  /** The name of the pod; "" in templates and before it is generated. */
  readonly podName: string;
  /** Whether the pod mirrors a static pod of a node. */
  readonly isMirror: boolean;
  /** The valid volumes by name. */
  readonly volumes: ReadonlyMap<string, JsonRecord>;
  readonly claimNames: ReadonlySet<string>;
  readonly restartPolicy: string;
  readonly hostUsers: boolean;
  /** The operating system; undefined if the pod does not say. */
  readonly os: string | undefined;
  readonly gracePeriod: number | bigint | undefined;
  /** The containers of the template that this one replaces, if their parts are known to be valid here. */
  readonly known: readonly unknown[] | undefined;
}
