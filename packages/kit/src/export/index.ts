/**
 * The way out: a shop's supergraph, and the files with which engines of others serve it over `stoa serve`. `verify/`
 * proves what stays the same there. Imports rooms up to `server`.
 */
export { exportShop } from './export-shop.ts';
export type { ExportTarget } from './files/export-target.ts';
export { findEngines } from './verify/verify-export.ts';
export { proveExport } from './verify/write-proof.ts';
