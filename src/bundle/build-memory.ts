import { dirname } from 'node:path';
import { fingerprint, mayHaveChanged } from './files/bundle-cache.ts';

/** A build result with the absolute paths of its input files. */
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

/** Keeps the last result of each build of one kind, until one of its inputs changes. */
export class BuildMemory<Result extends Built> {
  readonly #remembered = new Map<string, Remembered<Result>>();

  /** The result of the build with this name and these settings. Builds when there is no valid one. */
  async recall(name: string, settings: unknown, build: () => Promise<Result>): Promise<Result> {
    const text = JSON.stringify(settings);
    const known = this.#remembered.get(name);
    if (known !== undefined && (await fingerprint(text, known.inputs)) === known.print) return known.result;
    const startedAt = Date.now();
    const result = await build();
    const files = result.inputs;
    const inputs = { files, folders: [...new Set(files.map((file) => dirname(file)))] };
    if (await mayHaveChanged(files, startedAt)) this.#remembered.delete(name);
    else this.#remembered.set(name, { inputs, print: await fingerprint(text, inputs), result });
    return result;
  }
}
