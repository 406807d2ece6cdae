import { dirname } from 'node:path';
import { areTooNew, fingerprint } from './bundle-cache.ts';

/** What a build made, and of which files, by their absolute paths. */
interface Built {
  readonly inputs: readonly string[];
}

interface Remembered<Result> {
  readonly inputs: Inputs;
  readonly print: string;
  readonly result: Result;
}

interface Inputs {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** The last outcome of each build of one kind, for as long as nothing that went into it has changed. */
export class BuildMemory<Result extends Built> {
  readonly #remembered = new Map<string, Remembered<Result>>();

  /** The outcome of the build of this name under these settings; builds when there is none that holds. */
  async recall(name: string, settings: unknown, build: () => Promise<Result>): Promise<Result> {
    const text = JSON.stringify(settings);
    const known = this.#remembered.get(name);
    if (known !== undefined && (await fingerprint(text, known.inputs)) === known.print) return known.result;
    const startedAt = Date.now();
    const result = await build();
    const files = result.inputs;
    const inputs = { files, folders: [...new Set(files.map((file) => dirname(file)))] };
    if (await areTooNew(files, startedAt)) this.#remembered.delete(name);
    else this.#remembered.set(name, { inputs, print: await fingerprint(text, inputs), result });
    return result;
  }
}
