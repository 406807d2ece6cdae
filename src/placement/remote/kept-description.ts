import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isObject, type Logger, parseKnown } from '#base';
import { readIfExists, writeAtomically } from '#bundle';
import type { ExtensionDescription } from '../running/extension-description.ts';
import type { Contract } from '../wire/messages.ts';

/** Where the last description of an extension elsewhere is: a gateway starts with it while the extension is away. */
interface KeptAt {
  readonly file: string;
  readonly contract: Contract;
}

/** Undefined when none was kept of the same SDL, routes and pages. */
export async function readKept({ file, contract }: KeptAt): Promise<ExtensionDescription | undefined> {
  const content = await readIfExists(file);
  const kept = content && parseKnown(content.toString(), isKept);
  return kept?.digest === contract.digest ? kept.description : undefined;
}

/** A folder that cannot be written costs no start. */
export async function keep(description: ExtensionDescription, { file, contract }: KeptAt, logger: Logger) {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeAtomically(file, JSON.stringify({ digest: contract.digest, description }));
  } catch (err) {
    logger.warn('description of an extension not kept', { err });
  }
}

function isKept(value: unknown): value is { readonly digest: string; readonly description: ExtensionDescription } {
  return isObject(value) && typeof value.digest === 'string' && isExtensionDescription(value.description);
}

export function isExtensionDescription(value: unknown): value is ExtensionDescription {
  if (!isObject(value)) return false;
  const { findings, handlers, resolvers, pages, tasks } = value;
  const lists = [findings, resolvers, pages];
  return lists.every(Array.isArray) && isObject(handlers) && (tasks === undefined || isObject(tasks));
}
