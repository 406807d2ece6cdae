import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { contentOf, hashOf, writeIfAllowed } from './kept-pack.ts';

const hashLength = hashOf('').length;

/** Runs a pack; gives what its entry exports. */
export async function runPack(
  program: string,
  { keepCodeAfterMs }: { readonly keepCodeAfterMs: number },
): Promise<unknown> {
  // Maps are registered while a module loads, and read when somebody asks for a stack.
  process.setSourceMapsEnabled(true);
  const source = contentOf(program);
  if (source === undefined) throw new Error(`${program} has just been there, and is not any more`);
  await import(pathToFileURL(mapsOf(program)).href);

  const codeFile = `${program}.${cachedDataVersionTag()}.code`;
  const cachedData = keptCode(codeFile);
  // A script and not a module: only for a script can be kept what V8 compiled while it ran.
  const script = new Script(source.toString(), { filename: program, ...(cachedData && { cachedData }) });
  if (cachedData === undefined || script.cachedDataRejected === true) {
    setTimeout(() => void keepCode(codeFile, script), keepCodeAfterMs).unref();
  }

  const run: unknown = script.runInThisContext();
  if (typeof run !== 'function') throw new TypeError(`${program} is not a pack`);
  const module: { readonly exports: unknown } = { exports: {} };
  const require = createRequire(program);
  run(
    module,
    withImports(require),
    (name: string) => require(fileURLToPath(import.meta.resolve(name))),
    import.meta.resolve,
  );
  return module.exports;
}

/** The module that tells Node which map belongs to a program: it looks for maps when it loads modules, not scripts. */
export function mapsOf(program: string): string {
  return `${program}.maps.mjs`;
}

// A script has no import(). esbuild makes `Promise.resolve().then(() => toModule(require(name)))` of it, and a promise waits for
// whatever has a `then`.
function withImports(require: NodeJS.Require): NodeJS.Require {
  const requireOrImport = (name: string): unknown => {
    if (!/^(?:import|file):/.test(name)) return require(name);
    const module: Promise<unknown> = import(name.replace(/^import:/, ''));
    // biome-ignore lint/suspicious/noThenProperty: see above.
    return { then: module.then.bind(module) };
  };
  return Object.assign(requireOrImport, require);
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
