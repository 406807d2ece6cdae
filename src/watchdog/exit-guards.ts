import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { getCallSites } from 'node:util';
import type { Logger } from '#base';
import { placeInFrames } from './bundle-frames.ts';
import { currentExtension } from './extension-context.ts';

/** Node's own functions, before they were replaced. */
const { exit, kill } = process;

type Call = (...args: readonly unknown[]) => unknown;

let installed = false;
let logger: Logger | undefined;
let isOpen = false;

/**
 * Replaces the functions that end this process: `process.exit`, `process.reallyExit`, `process.abort`, and
 * `process.kill` of the process itself, its parent or its group. They throw an Error that names the extension that
 * called them; code of the gateway still ends the process. Call it before any bundle is imported. A later call adds
 * the logger. In a worker thread it guards that thread.
 *
 * This is for mistakes, not against intent.
 */
export function guardExits(options: { readonly logger?: Logger } = {}): void {
  logger = options.logger ?? logger;
  if (installed) return;
  installed = true;
  for (const name of ['exit', 'reallyExit', 'abort'] as const) {
    const original: unknown = Reflect.get(process, name);
    if (typeof original !== 'function') continue;
    replace(name, (...args) => {
      refuse(`process.${name}(${describeArguments(args)})`);
      return Reflect.apply(original, process, args);
    });
  }
  replace('kill', (...args) => {
    if (endsThisProcess(args)) refuse(`process.kill(${describeArguments(args)})`);
    return Reflect.apply(kill, process, args);
  });
  // For `import { exit } from 'node:process'`.
  syncBuiltinESMExports();
}

/** Ends the process, whatever code is running. */
export function exitNow(code: number): never {
  isOpen = true;
  return exit(code);
}

function replace(name: string, value: Call): void {
  Object.defineProperty(value, 'name', { value: name });
  Object.defineProperty(process, name, { value, writable: true, configurable: true, enumerable: true });
}

/** Throws if an extension is calling: by the stack's bundle first, then by its asynchronous context. */
function refuse(call: string): void {
  if (isOpen) return;
  const found = placeInFrames(getCallSites(mostFrames, { sourceMap: false }));
  const extension = found?.extension ?? currentExtension();
  if (extension === undefined) return;
  logger?.error('exit refused', { extension, call, ...found?.place });
  throw new Error(
    `the extension "${extension}" calls ${call}, which would end the whole shop. Throw an error instead.`,
  );
}

/** The most that Node gives. */
const mostFrames = 200;

function describeArguments(args: readonly unknown[]): string {
  return args.map((each) => (typeof each === 'string' ? `'${each}'` : String(each))).join(', ');
}

/** Signal 0 only asks whether a process exists. A negative id is a group. */
function endsThisProcess([id, signal]: readonly unknown[]): boolean {
  if (signal === 0) return false;
  const number = Number(id);
  return [process.pid, process.ppid, 0, -1, -process.pid, -process.ppid, -(ownGroup() ?? process.pid)].includes(number);
}

/** The process group. Undefined where the system has no /proc: Node has no function for it. */
function ownGroup(): number | undefined {
  try {
    // proc(5): the name, in parentheses, may contain spaces. The group is the third field after it.
    const stat = readFileSync('/proc/self/stat', 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
  } catch {
    return undefined;
  }
}
