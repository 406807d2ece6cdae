/**
 * What `stoa new` writes: extensions and their parts, as one would write them by hand. Imports `base`, `config`,
 * `extensions` and `shop`.
 */
export { NewPartError, type PartKind, type PartTemplate } from './shared/new-part.ts';
export { templates } from './templates.ts';
export { type WritePartOptions, type WrittenPart, writePart } from './write-part.ts';
