/**
 * Stoa's own code is several hundred small modules, and to find, read and link them takes longer than everything else that a start
 * does. So the first start makes one file of them and of the packages that only they use: a **pack**, in the folder of caches inside
 * node_modules. Later starts run that, with the machine code's precursor that V8 had made by then, as long as nothing that went into it
 * has changed. Nobody has to know: no build step, and no other behaviour. The sources are what runs whenever a pack cannot be had.
 *
 * - `make-pack.ts`: sources to pack, by esbuild.
 * - `kept-pack.ts`: is the pack of an earlier start still what the sources would give?
 * - `run-pack.ts`: pack to running code.
 */
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keptPack, recordName } from './kept-pack.ts';
import { runPack } from './run-pack.ts';

export interface LoadPackedOptions {
  /** Where packs are kept; made when it does not exist. What lies there is run. */
  readonly folder: string;
  /** Told why the sources were taken, when a pack should have been made and was not. */
  readonly warn: (reason: unknown) => void;
  /** Milliseconds after which what has been compiled is kept. By then a start is over, and V8 has not thrown away yet what only a start needs. */
  readonly keepCodeAfterMs?: number;
}

/** What `import(entry)` gives, from a pack where that is possible. */
export async function loadPacked(entry: URL, options: LoadPackedOptions): Promise<unknown> {
  const { folder, warn, keepCodeAfterMs = 3_000 } = options;
  // 1. Whoever hooks into modules, or looks at them in a debugger, wants modules.
  if (wantsModules()) return import(entry.href);

  // 2. The pack of an earlier start, unless something has changed since.
  const file = fileURLToPath(entry);
  const name = basename(file, extname(file));
  const recordFile = join(folder, `${name}-${recordName(file)}.json`);
  const kept = await keptPack(recordFile);
  if (kept !== undefined) return runPack(kept, { keepCodeAfterMs });

  // 3. A new one. What is compiled now is not what later starts compile: making it has loaded modules that are in it.
  const made = await newPack({ file, name, folder, recordFile }, warn);
  return made === undefined ? import(entry.href) : runPack(made);
}

interface NewPack {
  readonly file: string;
  readonly name: string;
  readonly folder: string;
  readonly recordFile: string;
}

async function newPack(parts: NewPack, warn: LoadPackedOptions['warn']): Promise<string | undefined> {
  const { makePack } = await import('./make-pack.ts');
  try {
    return await makePack(parts);
  } catch (error) {
    // What is wrong with a source, Node tells better when it runs it.
    warn(error);
    return undefined;
  }
}

const hooks = /(?:^|\s)(?:--(?:import|require|loader|experimental-loader|inspect[a-z-]*)(?=[\s=]|$)|-r(?=\s|$))/;

function wantsModules(): boolean {
  const { NODE_OPTIONS = '', NODE_V8_COVERAGE } = process.env;
  return NODE_V8_COVERAGE !== undefined || hooks.test([...process.execArgv, NODE_OPTIONS].join(' '));
}
