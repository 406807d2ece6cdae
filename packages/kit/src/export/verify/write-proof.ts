import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from 'stoa/tooling';
import type { Verified } from './verify-export.ts';
import { differencesOf, printVerified } from './verify-report.ts';

/** The operations of the proof, to replay them against another engine. */
const operationsFile = 'verified-operations.json';

/** Writes the operations and the report into the folder of the export. Returns the report, and what differs. */
export async function writeProof(
  verified: Verified,
  out: string,
): Promise<{ readonly report: string; readonly differences: readonly Finding[] }> {
  const file = join(out, operationsFile);
  const report = printVerified(verified);
  await writeFile(file, `${JSON.stringify(verified.replayed.operations, null, 1)}\n`);
  await writeFile(join(out, 'verified.txt'), `${report}\n`);
  return { report, differences: differencesOf(verified, file) };
}
