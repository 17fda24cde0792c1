const prefix = "kubepad.";

/** What a tab keeps for itself until it is closed, also when it is loaded again. */
export const tabMemory = {
  read(key: string): unknown {
    try {
      return JSON.parse(sessionStorage.getItem(prefix + key) ?? "null");
    } catch {
      return undefined;
    }
  },
  write(key: string, value: unknown): void {
    try {
      sessionStorage.setItem(prefix + key, JSON.stringify(value));
    } catch {
      // A full or forbidden store only costs the memory of the tab.
    }
  },
};
