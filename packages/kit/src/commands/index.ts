/**
 * The commands of authors and release engineers: `register-commands.ts` has their words and options, and each file runs
 * one of them.
 */
export { commands } from './register-commands.ts';
