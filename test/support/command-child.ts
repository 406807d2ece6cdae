/**
 * Runs `bin/stoa.mjs` for one command after another, so that its modules are loaded once: a child of `command-host.ts`. Each
 * command has its own words, folder and environment. `process.exit` ends the command, and leaves the process.
 */
import { pathToFileURL } from 'node:url';
import { CommanderError } from 'commander';
import { standardErrorLog } from '#base';
import { type CommandRequest, endMark } from './command-host.ts';
import { stoaCommand } from './run-stoa.ts';

const stoa = pathToFileURL(stoaCommand).href;
const endProcess = process.exit.bind(process);
let count = 0;

process.on('message', (request: CommandRequest) => void run(request));
process.on('disconnect', () => endProcess(0));

async function run({ words, folder, environment }: CommandRequest): Promise<void> {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  process.chdir(folder);
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...words);
  process.exitCode = undefined;
  const before = listenersByEvent();
  let exitCode: number | undefined;
  process.exit = (code) => {
    exitCode ??= Number(code ?? process.exitCode ?? 0);
    // The command line writes nothing for an error of commander.
    throw new CommanderError(exitCode, 'test.exit', '');
  };
  // Each import of another address runs the program anew, with the modules that are there.
  await import(`${stoa}?${++count}`);
  const code = exitCode ?? Number(process.exitCode ?? 0);
  process.exit = endProcess;
  endListeners(before, code);
  await standardErrorLog().flush(10_000);
  await Promise.all([process.stdout, process.stderr].map(writeEnd));
  process.send?.(code);
}

async function writeEnd(stream: NodeJS.WriteStream): Promise<void> {
  await new Promise<void>((resolve) => stream.write(endMark, () => resolve()));
}

type Listeners = ReadonlyMap<string | symbol, ReadonlySet<unknown>>;

function listenersByEvent(): Listeners {
  return new Map(process.eventNames().map((name) => [name, new Set(process.rawListeners(String(name)))]));
}

/** Calls what the command does at the end of its process, and removes the listeners that it has added. */
function endListeners(before: Listeners, code: number): void {
  for (const name of process.eventNames())
    for (const listener of process.rawListeners(String(name))) {
      if (before.get(name)?.has(listener) === true) continue;
      if (name === 'exit') listener(code);
      process.removeListener(String(name), listener);
    }
}
