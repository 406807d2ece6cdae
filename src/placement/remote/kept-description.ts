import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode, isObject, type Logger } from '#base';
import { writeAtomically } from '#bundle';
import type { ExtensionDescription } from '../running/extension-description.ts';
import type { Contract } from '../wire/messages.ts';

/** The last description of an extension elsewhere, with which a gateway starts while that extension is away. */
export class KeptDescription {
  readonly #file: string;
  readonly #contract: Contract;

  constructor(file: string, contract: Contract) {
    this.#file = file;
    this.#contract = contract;
  }

  /** Undefined when none was kept of the same SDL, routes and pages. */
  async read(): Promise<ExtensionDescription | undefined> {
    try {
      const kept: unknown = JSON.parse(await readFile(this.#file, 'utf8'));
      return isKept(kept) && kept.digest === this.#contract.digest ? kept.description : undefined;
    } catch (error) {
      if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  /** A folder that cannot be written costs no start. */
  async write(description: ExtensionDescription, logger: Logger): Promise<void> {
    try {
      await mkdir(dirname(this.#file), { recursive: true });
      await writeAtomically(this.#file, JSON.stringify({ digest: this.#contract.digest, description }));
    } catch (err) {
      logger.warn('description of an extension not kept', { err });
    }
  }
}

function isKept(value: unknown): value is { readonly digest: string; readonly description: ExtensionDescription } {
  return isObject(value) && typeof value.digest === 'string' && isExtensionDescription(value.description);
}

export function isExtensionDescription(value: unknown): value is ExtensionDescription {
  if (!isObject(value)) return false;
  const { findings, handlers, resolvers, pages } = value;
  return Array.isArray(findings) && isObject(handlers) && Array.isArray(resolvers) && Array.isArray(pages);
}
