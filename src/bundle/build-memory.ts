import { dirname } from 'node:path';
import { fingerprint, mayHaveChanged } from './files/bundle-cache.ts';

interface Remembered<Result> {
  readonly inputs: Parameters<typeof fingerprint>[1];
  readonly print: string;
  readonly result: Result;
}

/** Keeps the last result of each build of one kind, until one of its input files changes. */
export class BuildMemory<Result extends { readonly inputs: readonly string[] }> {
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
