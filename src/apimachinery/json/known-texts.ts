/** Texts of immutable values, as long as these are held. */
const texts = new WeakMap<object, string>();

/** Leaves the JSON text of a value that never changes, its members as they stand, for whoever prints it later. */
export const rememberText = (value: object, text: string): void => void texts.set(value, text);

/** The text that somebody left for this very value. */
export const knownText = (value: object): string | undefined => texts.get(value);
