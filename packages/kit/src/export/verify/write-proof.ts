import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, errorFinding, type Finding } from 'stoa/tooling';
import { rules } from './compare-answers.ts';
import { type Verified, type VerifyOptions, type VerifyPackages, verifyExport } from './verify-export.ts';

/** The operations of the proof, to replay them against another engine. */
const operationsFile = 'verified-operations.json';

/**
 * Proves that the other engine answers as the shop does: see {@link verifyExport}. Writes the operations and the report
 * into the folder of the export. Returns the report, and what differs.
 */
export async function proveExport(
  config: Config,
  packages: VerifyPackages,
  options: VerifyOptions,
): Promise<{ readonly report: string; readonly differences: readonly Finding[] }> {
  const verified = await verifyExport(config, packages, options);
  const { out } = options;
  const file = join(out, operationsFile);
  const report = printVerified(verified);
  await writeFile(file, `${JSON.stringify(verified.replayed.operations, null, 1)}\n`);
  await writeFile(join(out, 'verified.txt'), `${report}\n`);
  return { report, differences: differencesOf(verified, file) };
}

/** The report of a proof, for people: counts, and each rule with the number of answers that needed it. */
function printVerified({ engines, subgraphs, replayed, schema }: Verified): string {
  const { operations, pages, sameBytes, sameErrors, different } = replayed;
  const needed = [...replayed.rules].toSorted(([, a], [, b]) => b - a);
  return [
    `${engines.join(', ')} over ${subgraphs} subgraphs: ${operations.length} operations, ${pages} of them of pages.`,
    row(sameBytes, 'without errors, data equal to the byte'),
    row(sameErrors, 'with errors, data equal, errors equal by the rules below'),
    row(different.length, 'different'),
    ...(needed.length === 0 ? [] : ['Rules, and how many answers needed each:']),
    ...needed.map(([name, count]) => row(count, `${name}: ${rules[name]}`)),
    `Introspection: ${schema.ours.length + schema.theirs.length} lines differ.`,
    ...(schema.directives.length === 0
      ? []
      : [row(schema.directives.length, 'directives: Hive Gateway shows those of the supergraph, and their scalars.')]),
    ...(schema.subscriptions.length === 0
      ? []
      : [row(schema.subscriptions.length, 'subscriptions: sources may have some, and Stoa has none.')]),
  ].join('\n');
}

function row(count: number, text: string): string {
  return `${String(count).padStart(6)}  ${text}`;
}

/** Characters of an answer that a finding shows. */
const shownAnswer = 300;
/** The most operations that are reported one by one. */
const mostFindings = 10;

/** What differs by no rule. `file` has the operations. */
function differencesOf({ replayed, schema }: Verified, file: string): readonly Finding[] {
  const where = { file };
  const findings = replayed.different.slice(0, mostFindings).map(({ operation, what, ours, theirs }) =>
    errorFinding('EXPORT_DIFFERS', {
      where,
      what: `"${operation.name}": ${what} differ. Stoa: ${ours.slice(0, shownAnswer)} The engine: ${theirs.slice(0, shownAnswer)}`,
      fix: 'Send the operation to both. If the engine is wrong, report it there; if Stoa is, here.',
    }),
  );
  const lines = [...schema.ours.map((line) => `- ${line}`), ...schema.theirs.map((line) => `+ ${line}`)];
  if (lines.length === 0) return findings;
  const what = `introspection differs: ${lines.slice(0, mostFindings).join('; ')}`;
  const fix = 'Look for two extensions that describe one type differently.';
  return [...findings, errorFinding('EXPORT_DIFFERS', { where, what, fix })];
}
