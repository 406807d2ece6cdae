/**
 * A shop on paper: what its extensions give, need and use, and the contract that each publishes. Serves nothing.
 * Imports the rooms up to `gateway`.
 */

export { checkContracts } from './contract/check-contracts.ts';
export { contractName, readContract, readContractIfThere } from './contract/contract-file.ts';
export type { ExtensionContract } from './contract/extension-contract.gen.ts';
export { writeStandInShop } from './contract/stand-in-shop.ts';
export { compareContracts, writeContracts } from './contract/write-contracts.ts';
export { readShop, usesOfQuery } from './state/describe-shop.ts';
export { documentUses, refusedFields } from './state/document-uses.ts';
export { linkTarget, paramsOf, paramsProblem } from './state/link-targets.ts';
export { definitionsOf, scopesIn, sdlUses } from './state/sdl-uses.ts';
export { allPages, extensionFolders, isOwn } from './state/shop-files.ts';
export { componentKey, type ShopDocument, type ShopState } from './state/shop-state.ts';
