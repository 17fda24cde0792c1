const prefix = "kubepad.";

/** A remembered setting, or undefined where there is none, it does not fit, or the browser keeps nothing. */
export function readSetting<T>(key: string, fits: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(prefix + key) ?? "null");
    return fits(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers a setting where the browser allows it. */
export function writeSetting(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // A full or forbidden store only costs the memory of settings.
  }
}

/** Calls `listener` when another tab has remembered something else, as long as the page lives. */
export function onSettingChange(key: string, listener: () => void): void {
  addEventListener("storage", (event) => {
    if (event.key === prefix + key) listener();
  });
}

/** The same store for what brings its own texts. */
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
