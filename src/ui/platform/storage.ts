const prefix = "kubepad.";

/** Reads a setting; undefined if it is not set or invalid, or if storage is unavailable. */
export function readSetting<T>(key: string, fits: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(prefix + key) ?? "null");
    return fits(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a setting, if the browser allows it. */
export function writeSetting(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // A full or forbidden store only costs the memory of settings.
  }
}

/** Calls `listener` when another tab changed a setting, for the lifetime of the page. */
export function onSettingChange(key: string, listener: () => void): void {
  addEventListener("storage", (event) => {
    if (event.key === prefix + key) listener();
  });
}

/** The same storage for components that serialize their settings themselves. */
export const settingsStorage: Pick<Storage, "getItem" | "setItem"> = {
  getItem(key) {
    try {
      return localStorage.getItem(prefix + key);
    } catch {
      return null;
    }
  },
  setItem(key, value) {
    try {
      localStorage.setItem(prefix + key, value);
    } catch {
      // A full or forbidden store only costs the memory of settings.
    }
  },
};
