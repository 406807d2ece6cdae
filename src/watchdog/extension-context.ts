import { AsyncLocalStorage } from 'node:async_hooks';
import type { ExtensionId } from '#base';
import { cell, state } from './shared-state.ts';

/** The extension whose code runs: set at each entry into its code, and kept by what that code awaits or schedules. */
const storage = new AsyncLocalStorage<ExtensionId | undefined>();

/** The n-th extension has the number n + 1 in the shared state. */
const numbered: ExtensionId[] = [];

/** The extensions of this process by their number. Extensions of earlier generations stay in the list. */
export function knownExtensions(): readonly ExtensionId[] {
  return numbered;
}

/** The extension in whose asynchronous context this code runs. */
export function currentExtension(): ExtensionId | undefined {
  return storage.getStore();
}

/** Runs an extension's code. */
export function runAs<Result>(extension: ExtensionId, work: () => Result): Result {
  noteCall(extension);
  return storage.run(extension, work);
}

/** Runs code that enters extensions by `entryOf`. Its caller keeps its own context. */
export function keepContext<Result>(work: () => Result): Result {
  const own = storage.getStore();
  try {
    return work();
  } finally {
    if (storage.getStore() !== own) storage.enterWith(own);
  }
}

/** Returns a function that enters an extension's code until another is entered. For calls too frequent for closures. */
export function entryOf(extension: ExtensionId): () => void {
  const number = numberOf(extension);
  return () => {
    state[cell.lastCall] = number;
    if (storage.getStore() !== extension) storage.enterWith(extension);
  };
}

/** Notes that an extension's call begins, for a blocked thread without a stack. */
export function noteCall(extension: ExtensionId): void {
  state[cell.lastCall] = numberOf(extension);
}

function numberOf(extension: ExtensionId): number {
  const index = numbered.indexOf(extension);
  return index === -1 ? numbered.push(extension) : index + 1;
}
