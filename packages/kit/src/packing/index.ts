/**
 * An extension as an npm package: what it must say and have, and the proof that it works alone. Imports rooms up to
 * `shop`.
 */
export { contractChangelog, versionFindings, withSection } from './pack/contract-changelog.ts';
export { packExtension } from './pack/pack-extension.ts';
export { previousContract } from './pack/previous-contract.ts';
