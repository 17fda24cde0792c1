/** The JSON texts of immutable values, for as long as the values are referenced. */
const texts = new WeakMap<object, string>();

/** Caches the JSON text of an immutable value, with its members in their given order, for later encoding. */
export const rememberText = (value: object, text: string): void => void texts.set(value, text);

/** Returns the cached text of a value, by identity. */
export const knownText = (value: object): string | undefined => texts.get(value);
