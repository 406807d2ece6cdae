/**
 * What `stoa new` writes: extensions and their parts, as one would write them by hand, and the migration that leads to
 * a database's schema. Imports `base`, `config`, `extensions`, `postgres` and `shop`.
 */

export { withExtension } from './gateway-yaml.ts';
export { NewPartError } from './shared/new-part.ts';
export { type PartKind, templates } from './templates.ts';
export { writeDifference } from './write-difference.ts';
export { partTarget, writePart } from './write-part.ts';
