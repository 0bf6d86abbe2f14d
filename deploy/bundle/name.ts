/** Main module of a bundle, from its folder. */
export const BUNDLE_MAIN = 'stoa.mjs';
