import type { Context } from 'stoa';
// Types alone, which are gone when this runs: what the server hands in comes with the request's context.
import type { Operating } from '../../../src/server/console/operating.ts';

/** What the server lets the console see and do. Throws in any other shop than the console's own. */
export function operatingOf(context: Context): Operating {
  if (!isOperated(context)) throw new Error('the console works only on the admin port');
  return context.operating;
}

function isOperated(context: Context): context is Context & { readonly operating: Operating } {
  return 'operating' in context;
}
