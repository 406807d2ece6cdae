/**
 * An extension as an npm package: what it must say and have, the proof that it works alone, and what another version
 * of Stoa changes for it. Imports rooms up to `shop`.
 */

export type { PackageJson } from './pack/check-package-json.ts';
export { type ContractChange, contractChangelog, versionFindings, withSection } from './pack/contract-changelog.ts';
export { type PackedExtension, packExtension } from './pack/pack-extension.ts';
export { type PreviousContract, previousContract } from './pack/previous-contract.ts';
export {
  dottedName,
  findNodes,
  isNode,
  lineAt,
  nameOf,
  nodesOf,
  parseFile,
  type SyntaxNode,
} from './upgrade/syntax.ts';
export { type Upgraded, upgradeExtension } from './upgrade/upgrade-extension.ts';
