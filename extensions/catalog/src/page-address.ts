import type { Context } from '../catalog.gen.ts';

/** The address that `write` gives; null where gateway.yaml gives the page other parameters, such as /p/:slug. */
export function pageAddress({ logger }: Pick<Context, 'logger'>, write: () => string): string | null {
  try {
    return write();
  } catch (error) {
    logger.debug('page has no address', { reason: error instanceof Error ? error.message : String(error) });
    return null;
  }
}
