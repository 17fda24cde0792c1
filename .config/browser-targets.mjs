/**
 * The oldest browsers that the page runs in. Newer syntax and CSS are lowered to what they have, newer interfaces are
 * optional (.config/newer-features.mjs).
 */
export const oldestBrowsers = { chrome: "120", firefox: "121", safari: "16.4" };

/** The same as a target of the bundler. */
export const browserTargets = Object.entries(oldestBrowsers).map(([browser, version]) => browser + version);
