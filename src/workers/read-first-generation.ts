import { type Logger, StartupError } from '#base';
import { type Config, loadConfig } from '#config';
import { type Assembly, assemble } from '#gateway';
import { type KeptSource, readNextConfig } from '#server';
import type { StartOrder } from './calls.ts';
import { filesChanged, identityOf } from './identity.ts';
import { shareLimits } from './share-limits.ts';

export interface ReadParts {
  readonly number: number;
  readonly environment: NodeJS.ProcessEnv;
  readonly logger: Logger;
}

/** What a worker reads of its first generation, before it runs an extension. */
export interface FirstGeneration {
  /** With the limits of the whole gateway. */
  readonly config: Config;
  /** With the limits of this worker. */
  readonly assembly: Assembly;
}

/**
 * Reads the generation that the other workers serve. Its files may have changed since, without a reload: then the
 * worker reads the copies that the primary keeps. Throws StartupError.
 */
export async function readFirstGeneration(order: StartOrder, parts: ReadParts): Promise<FirstGeneration> {
  const { otherwise, source } = order;
  const kept = otherwise === 'refuse' ? undefined : otherwise.kept;
  try {
    const read = await readAs(order, source, parts);
    if (identityOf(read.assembly) === order.identity) return read;
    if (otherwise !== 'refuse' && kept === undefined) {
      parts.logger.warn('files have changed since the last reload: this worker serves them already', {
        generation: order.generation,
      });
      return read;
    }
    await read.assembly.release();
    if (kept === undefined) throw new StartupError([filesChanged(read.config)]);
  } catch (error) {
    if (!(error instanceof StartupError) || kept === undefined) throw error;
  }
  return await readAs(order, kept, parts);
}

async function readAs(
  { file, startText, text, overrides, workers }: StartOrder,
  source: KeptSource | undefined,
  { environment, number }: ReadParts,
): Promise<FirstGeneration> {
  // The ports and the database are those of the primary's start, though gateway.yaml may say otherwise since.
  const running = { config: await loadConfig(file, { environment, overrides, text: startText }) };
  const { config } = await readNextConfig({ running, source, text }, { environment, overrides });
  return { config, assembly: await assemble(shareLimits(config, { workers, number })) };
}
