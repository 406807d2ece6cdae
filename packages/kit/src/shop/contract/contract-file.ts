import { readFile } from 'node:fs/promises';
import { errorFinding, errorMessage, type Finding, StartupError } from 'stoa/tooling';
import { validate } from './contract-validator.gen.js';
import type { ExtensionContract } from './extension-contract.gen.ts';

/** The name of the file in an extension's folder. */
export const contractName = 'extension.contract.json';

/** Text of a contract's file. Equal contracts have equal texts. */
export function contractText(contract: ExtensionContract): string {
  const { $schema: _, ...facts } = contract;
  return `${JSON.stringify(facts, null, 2)}\n`;
}

/** Undefined when there is no such file. Throws StartupError CONTRACT_INVALID. */
export async function readContractIfThere(file: string): Promise<ExtensionContract | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined;
    throw new StartupError([invalid(file, `cannot be read: ${errorMessage(error)}`, 'Let this user read it.')]);
  }
  return parseContract(text, file);
}

/** Throws StartupError CONTRACT_INVALID, also when there is no such file. */
export async function readContract(file: string): Promise<ExtensionContract> {
  const contract = await readContractIfThere(file);
  if (contract !== undefined) return contract;
  const fix = 'Run "npx stoa types" where gateway.yaml lies, or name another file.';
  throw new StartupError([invalid(file, 'there is no such file', fix)]);
}

function parseContract(text: string, file: string): ExtensionContract {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new StartupError([invalid(file, `is not JSON: ${errorMessage(error)}`, writeAnew)]);
  }
  if (validate(value)) return value;
  throw new StartupError(
    (validate.errors ?? []).map(({ instancePath, message }) =>
      invalid(file, `${instancePath || 'the contract'}: ${message ?? 'is not of the form of a contract'}`, writeAnew),
    ),
  );
}

const writeAnew = 'Run "npx stoa types", which writes it anew.';

function invalid(file: string, what: string, fix: string): Finding {
  return errorFinding('CONTRACT_INVALID', { where: { file, line: 1 }, what, fix });
}
