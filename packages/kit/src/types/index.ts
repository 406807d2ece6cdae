/**
 * `<extension>.gen.ts`: TypeScript of what an extension declares in SDL, route.json, queries, areas and CSS modules.
 * Reads sources and runs none of them. Imports rooms up to `shop`.
 */
export { missingUses } from './code-facts.ts';
export { FreshTypes } from './fresh-types.ts';
export { staleTypes, TypeWriter } from './typed-files.ts';
