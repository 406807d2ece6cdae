import { pathToFileURL } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { contentOf, hashOf, writeIfAllowed } from './kept-pack.ts';
import { createOutside, requireOrImport, shareModule } from './outside.ts';

const hashLength = hashOf('').length;

export interface RunPackOptions {
  /** Milliseconds; not at all when left out. */
  readonly keepCodeAfterMs?: number;
}

/** Runs a pack; gives what its entry exports. */
export async function runPack(program: string, { keepCodeAfterMs }: RunPackOptions = {}): Promise<unknown> {
  // Maps are registered while a module loads, and read when somebody asks for a stack.
  process.setSourceMapsEnabled(true);
  const source = contentOf(program);
  if (source === undefined) throw new Error(`${program} has just been there, and is not any more`);
  await import(pathToFileURL(mapsOf(program)).href);

  const codeFile = `${program}.${cachedDataVersionTag()}.code`;
  const cachedData = keptCode(codeFile);
  // A script and not a module: only for a script can be kept what V8 compiled while it ran.
  const script = new Script(source.toString(), { filename: program, ...(cachedData && { cachedData }) });
  if (keepCodeAfterMs !== undefined && (cachedData === undefined || script.cachedDataRejected === true)) {
    setTimeout(() => void keepCode(codeFile, script), keepCodeAfterMs).unref();
  }

  const run: unknown = script.runInThisContext();
  if (typeof run !== 'function') throw new TypeError(`${program} is not a pack`);
  const module: { readonly exports: unknown } = { exports: {} };
  run(module, requireOrImport, createOutside(), shareModule, import.meta.resolve);
  return module.exports;
}

/** The module that tells Node which map belongs to a program: it looks for maps when it loads modules, not scripts. */
export function mapsOf(program: string): string {
  return `${program}.maps.mjs`;
}

// V8 takes what it gets for its own: it looks at the length of the source, but not at whether the code is whole.
function keptCode(file: string): Buffer | undefined {
  const content = contentOf(file);
  if (content === undefined) return undefined;
  const code = content.subarray(hashLength);
  return content.toString('latin1', 0, hashLength) === hashOf(code) ? code : undefined;
}

async function keepCode(file: string, script: Script): Promise<void> {
  const code = script.createCachedData();
  await writeIfAllowed(file, Buffer.concat([Buffer.from(hashOf(code)), code]));
}
