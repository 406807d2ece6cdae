/**
 * An extension of EverShop as one of Stoa, as far as a program can translate it, and what is left with its reason. Runs
 * no code of the extension. Imports rooms up to `scaffold`.
 */
export { importEvershop } from './import-evershop.ts';
