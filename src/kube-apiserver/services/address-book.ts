import { isAlreadyExists, isNotFound } from "../../apimachinery/errors.ts";
import type { KubeObject } from "../../apimachinery/meta.ts";
import type { ResourceStore } from "../../apiserver/registry/rest.ts";
import type { StrategyContext } from "../../apiserver/registry/strategy.ts";
import { clusterAddress } from "./cluster-objects.ts";
import { ignore } from "../../component-base/ignore.ts";

/** The service that an address belongs to. */
export interface AddressOwner {
  readonly namespace: string;
  readonly name: string;
}

/** The addresses in use, by their canonical texts. */
export interface AddressBook {
  has(ip: string): boolean;
  /** Adds an address; returns false if it is in use. */
  add(ip: string, owner: AddressOwner): Promise<boolean>;
  remove(ip: string): Promise<void>;
}

/** Keeps the addresses as IPAddress objects, which only one of two writers can create. */
export const createObjectBook = (parts: {
  has(name: string): boolean;
  store(): Promise<Pick<ResourceStore, "create" | "delete">>;
  context(): StrategyContext;
}): AddressBook => ({
  has: (ip) => parts.has(ip),
  async add(ip, owner) {
    const store = await parts.store();
    try {
      await store.create(parts.context(), clusterAddress(ip, owner) satisfies KubeObject, ignore);
      return true;
    } catch (error) {
      if (isAlreadyExists(error)) return false;
      throw error;
    }
  },
  async remove(ip) {
    const store = await parts.store();
    try {
      await store.delete(parts.context(), ip, {}, ignore);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  },
});

/** Keeps the addresses in memory, for releases without IPAddress objects. */
export function createMemoryBook(): AddressBook {
  const used = new Set<string>();
  return {
    has: (ip) => used.has(ip),
    add: async (ip) => used.size !== used.add(ip).size,
    remove: async (ip) => void used.delete(ip),
  };
}
