/**
 * A shop on paper: what its extensions give, need and use, and the contract that each publishes. Serves nothing.
 * Imports the rooms up to `gateway`.
 */

export { checkContracts, type FiledContract } from './contract/check-contracts.ts';
export { contractName, readContract, readContractIfThere } from './contract/contract-file.ts';
export type { ExtensionContract, Offer, Page } from './contract/extension-contract.gen.ts';
export { definitionTexts } from './contract/offer-of.ts';
export { pruneOffers } from './contract/prune-offers.ts';
export { type StandInShop, writeStandInShop } from './contract/stand-in-shop.ts';
export { compareContracts, type WrittenContract, writeContracts } from './contract/write-contracts.ts';
export { readShop, usesOfQuery } from './state/describe-shop.ts';
export { type DocumentUses, noUses } from './state/document-uses.ts';
export { linkTarget, paramsOf, paramsProblem } from './state/links.ts';
export { definitionsOf, type SdlUse, sdlUses } from './state/sdl-uses.ts';
export type { CodeCall } from './state/shop-code.ts';
export { componentKey, type ShopDocument, type ShopState } from './state/shop-state.ts';
