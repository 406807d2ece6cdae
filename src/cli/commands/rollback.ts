import { dirname, join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { errorMessage, isObject } from '#base';
import type { Generation } from '#gateway';
import type { findGateways } from '#server';
import { exitCode } from '../shared/exit-code.ts';
import { table, writeJson, writeOutput } from '../shared/output.ts';
import { configFile } from '../shared/shared-options.ts';

type ControlRequest = Parameters<FoundGateway['ask']>[0];

type FoundGateway = Awaited<ReturnType<typeof findGateways>>[number];

interface Options {
  readonly list?: true;
  readonly json?: true;
}

export function registerRollback(program: Command): void {
  program
    .command('rollback')
    .description('have the gateways that run here serve an earlier generation again; files stay as they are')
    .argument('[generation]', 'its number; the one before the current one when left out', parseGeneration)
    .option('--list', 'list the generations instead')
    .option('--json', 'print one JSON object')
    .action(async (generation: number | undefined, options: Options, command: Command) => {
      await askAll(options.list ? { kind: 'list' } : { kind: 'rollback', generation }, options, command);
    });
}

export function registerReload(program: Command): void {
  program
    .command('reload')
    .description('have the gateways that run here build the files again and serve them, as SIGHUP does')
    .option('--json', 'print one JSON object')
    .action(async (options: Options, command: Command) => askAll({ kind: 'reload' }, options, command));
}

/** What became of a request to one process. */
interface Outcome {
  readonly pid: number;
  readonly generation?: Generation;
  readonly generations?: readonly Generation[];
  readonly error?: string;
}

/** Asks all gateways of the project, one after the other, since each reads and writes the same generations. */
async function askAll(request: ControlRequest, { json }: Options, command: Command): Promise<void> {
  const { findGateways } = await import('#server');
  const found = await findGateways(join(dirname(configFile(command)), '.stoa'));
  const outcomes: Outcome[] = [];
  for (const gateway of found) outcomes.push(await askOne(gateway, request));
  const failed = outcomes.filter(({ generation, generations }) =>
    request.kind === 'list' ? generations === undefined : generation?.state !== 'current',
  );
  if (outcomes.length === 0 || failed.length > 0) process.exitCode = exitCode.findings;
  if (json) return await writeJson({ processes: outcomes });
  if (outcomes.length === 0) {
    process.stderr.write('No gateway runs here: "npx stoa start" serves what gateway.yaml says.\n');
  }
  for (const outcome of outcomes) await show(outcome, request, outcomes.length > 1 ? `pid ${outcome.pid}: ` : '');
}

async function askOne({ pid, answers, ask }: FoundGateway, request: ControlRequest): Promise<Outcome> {
  if (!answers) return { pid, error: 'It did not answer within 2 s, so it was not asked' };
  try {
    const answer = await ask(request);
    if (isAnswer(answer)) return { pid, ...answer };
    const isError = isObject(answer) && typeof answer.error === 'string';
    const why = isError ? String(answer.error) : 'its answer is not one that is known here';
    return {
      pid,
      error: `The gateway that runs could not do it: ${why}. It serves on as before, and its log has the rest`,
    };
  } catch (error) {
    return { pid, error: `It did not answer, and its log may say why: ${errorMessage(error)}` };
  }
}

async function show(outcome: Outcome, request: ControlRequest, who: string): Promise<void> {
  const { generation, generations, error } = outcome;
  const fail = (text: string): void => void process.stderr.write(`${who}${text}\n`);
  if (error !== undefined) {
    fail(`${error}.`);
  } else if (generation === undefined) {
    if (request.kind === 'list') {
      if (who !== '') await writeOutput(who.trim());
    } else fail('There is no such generation to go back to. These are there:');
    const rows = (generations ?? []).map(({ number, state, at, reason, findings }) => {
      return [String(number), state, at, reason, findings.map(({ code }) => code).join(', ')];
    });
    await writeOutput(table(rows));
  } else {
    const { number, reason, state, ms, findings } = generation;
    const { printReport } = await import('../shared/print-findings.ts');
    printReport(findings);
    if (state === 'current') await writeOutput(`${who}Generation ${number} serves (${reason}, ${ms} ms).`);
    else if (request.kind === 'reload') fail('The gateway did not change, and serves on as before.');
    else fail('The gateway did not go back, and serves on as before.');
  }
}

// The answer is trusted: Stoa writes it to a socket that only its user can open.
function isAnswer(value: unknown): value is Omit<Outcome, 'pid'> {
  return isObject(value) && (isObject(value.generation) || Array.isArray(value.generations));
}

function parseGeneration(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('A generation is a whole number from 1.');
  return Number(text);
}
