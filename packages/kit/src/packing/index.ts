/**
 * An extension as an npm package: what it must say and have, and the proof that it works alone. Imports rooms up to
 * `shop`.
 */

export type { PackageJson } from './pack/check-package-json.ts';
export { type ContractChange, contractChangelog, versionFindings, withSection } from './pack/contract-changelog.ts';
export { type PackedExtension, packExtension } from './pack/pack-extension.ts';
export { type PreviousContract, previousContract } from './pack/previous-contract.ts';
