import type { ContainerLoader, ContainerRuntime } from "../session.ts";

/** The simulated containers of a session, whose modules are loaded with the first command that needs them. */
export class LazyContainers implements ContainerLoader {
  #loading: Promise<ContainerRuntime> | undefined;
  #loaded: ContainerRuntime | undefined;

  /** Whether lines go to a shell in a container. */
  get isInside(): boolean {
    return this.#loaded?.isInside === true;
  }

  load(): Promise<ContainerRuntime> {
    this.#loading ??= import("./containers.ts").then((loaded) => (this.#loaded = new loaded.SimulatedContainers()));
    return this.#loading;
  }
}
