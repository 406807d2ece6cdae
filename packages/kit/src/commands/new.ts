import { relative } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { exitCode, printReport, withDatabase, writeOutput } from 'stoa/tooling';
import { NewPartError, type PartKind, partTarget, templates, writeDifference, writePart } from '../scaffold/index.ts';
import { changedGenerated } from './write-generated.ts';

export type Answers = Readonly<Record<string, string | true | undefined>>;

/** `stoa new KIND NAME`: writes an extension or a part of one. */
export async function runNew(kind: PartKind, given: string | undefined, answers: Answers, file: string): Promise<void> {
  try {
    const isFromDiff = answers.fromDiff === true;
    const template = templates[kind];
    // The database answers the questions about its SQL.
    const asked = await ask(isFromDiff ? { ...template, questions: [] } : template, given, answers);
    if (asked === undefined) {
      await refuse(`the ${template.named} is missing`, `Write e.g. npx stoa new ${kind} NAME --yes.`);
      return;
    }
    const extension = typeof answers.extension === 'string' ? answers.extension : undefined;
    if (isFromDiff) return await writeFromDiff(asked.name, extension, file);
    const { files, undo } = await writePart({ kind, ...asked, extension, file, from: process.cwd() });
    const made = await changedGenerated(file).catch(async (error: unknown) => {
      await undo();
      // The types may have had the part already.
      await changedGenerated(file).catch(() => undefined);
      process.stderr.write('Nothing is written: the shop does not start with it.\n');
      throw error;
    });
    for (const each of [...files, ...made]) await writeOutput(`written: ${relative(process.cwd(), each)}`);
    // Exit explicitly, because timers and sockets of extension modules would keep the process alive.
    process.exit(exitCode.fine);
  } catch (error) {
    if (!(error instanceof NewPartError)) throw error;
    await refuse(error.message, error.fix);
  }
}

/** Writes what leads from the migrations to the database. Ends with 1 when the author has to write a part of it. */
async function writeFromDiff(name: string, extension: string | undefined, file: string): Promise<void> {
  const target = await partTarget({ extension, file, from: process.cwd() });
  let isWhole = true;
  await withDatabase(file, async (database, manifests) => {
    const manifest = manifests.find(({ id }) => id === target.name);
    if (manifest === undefined) throw new Error(`${target.name} is in gateway.yaml, and was not assembled`);
    const { files, findings } = await writeDifference({ database, manifest, name, file });
    isWhole = findings.length === 0;
    printReport(findings);
    if (files.length === 0 && isWhole)
      await writeOutput(`The migrations of ${target.name} lead to this schema. Nothing is written.`);
    for (const each of files)
      await writeOutput(`written: ${relative(process.cwd(), each)}, recorded as run in this database`);
  });
  process.exit(isWhole ? exitCode.fine : exitCode.findings);
}

async function refuse(what: string, fix: NewPartError['fix']): Promise<void> {
  process.stderr.write(`Nothing is written: ${what}.\n  fix: ${fix}\n`);
  process.exitCode = exitCode.findings;
}

interface Asked {
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
}

/** What the flags say, and the answers to what they do not. Undefined without a name. */
async function ask(
  template: (typeof templates)[PartKind],
  said: string | undefined,
  answers: Answers,
): Promise<Asked | undefined> {
  const given = said ?? template.name;
  const asks = answers.yes !== true && process.stdin.isTTY;
  if (!asks && given === undefined) return undefined;
  const terminal = asks ? createInterface({ input: process.stdin, output: process.stdout }) : undefined;
  try {
    const name = given ?? (await terminal?.question(`The ${template.named}: `)) ?? '';
    const options: Record<string, string> = {};
    for (const { flag, text, suggest } of template.questions) {
      const flagged = answers[flag];
      const proposal = suggest(name, options);
      const answer =
        typeof flagged === 'string' ? flagged : ((await terminal?.question(`${text} (${proposal}): `)) ?? '');
      const value = answer.trim() || proposal;
      if (value !== '') options[flag] = value;
    }
    return { name: name.trim(), options };
  } finally {
    terminal?.close();
  }
}
