import { dirname, join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { isObject } from '#base';
import type { Generation } from '#gateway';
import type { ControlRequest } from '#server';
import { exitCode } from '../shared/exit-code.ts';
import { table, writeJson, writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

interface RollbackOptions {
  readonly list?: true;
  readonly json?: true;
}

export function registerRollback(program: Command): void {
  program
    .command('rollback')
    .description('have the gateway that runs serve an earlier generation again; files stay as they are')
    .argument('[generation]', 'its number; the one before the current one when left out', parseGeneration)
    .option('--list', 'list the generations instead')
    .option('--json', 'print one JSON object')
    .action(async (generation: number | undefined, options: RollbackOptions, command: Command) => {
      const request: ControlRequest = options.list ? { kind: 'list' } : { kind: 'rollback', generation };
      const { askControl } = await import('#server');
      const answer = await askControl(join(dirname(configFile(command)), '.stoa'), request);
      if (isAnswer(answer)) process.exitCode = await show(answer, options);
      else process.exitCode = answer === undefined ? sayThatNobodyServes() : sayThatItFailed(answer);
    });
}

async function show(answer: Answer, { json, list }: RollbackOptions): Promise<number> {
  if (json) await writeJson(answer);
  const failed = !list && answer.generation?.state !== 'current';
  if (json) return failed ? exitCode.findings : exitCode.fine;
  if (answer.generation === undefined) {
    if (!list) process.stderr.write('There is no such generation to go back to. These are there:\n');
    const rows = (answer.generations ?? []).map(({ number, state, at, reason, findings }) => {
      return [String(number), state, at, reason, findings.map(({ code }) => code).join(', ')];
    });
    await writeOutput(table(rows));
  } else {
    const { number, reason, state, ms, findings } = answer.generation;
    const { printReport } = await import('../shared/print-findings.ts');
    printReport(findings);
    if (state === 'current') await writeOutput(`Generation ${number} serves (${reason}, ${ms} ms).`);
    else process.stderr.write('The gateway did not go back, and serves on as before.\n');
  }
  return failed ? exitCode.findings : exitCode.fine;
}

function sayThatItFailed(answer: unknown): number {
  const why =
    isObject(answer) && typeof answer.error === 'string' ? answer.error : 'its answer is not one that is known here';
  process.stderr.write(
    `The gateway that runs could not do it: ${why}. It serves on as before, and its log has the rest.\n`,
  );
  return exitCode.findings;
}

function sayThatNobodyServes(): number {
  process.stderr.write('No gateway runs here: "npx stoa start" serves what gateway.yaml says.\n');
  return exitCode.findings;
}

interface Answer {
  readonly generation?: Generation;
  readonly generations?: readonly Generation[];
}

// The answer is trusted: Stoa writes it to a socket that only its user can open.
function isAnswer(value: unknown): value is Answer {
  return isObject(value) && (isObject(value.generation) || Array.isArray(value.generations));
}

function parseGeneration(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('A generation is a whole number from 1.');
  return Number(text);
}
