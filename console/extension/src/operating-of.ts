import type { Context } from 'stoa';
// Only types, which do not exist at run time. The object itself comes with the request's context.
import type { Operating } from '../../../src/admin/console/operating.ts';

/** The data and actions that the server gives the console. Throws in any other gateway. */
export function operatingOf(context: Context): Operating {
  if (!isOperated(context)) throw new Error('the console works only on the admin port');
  return context.operating;
}

function isOperated(context: Context): context is Context & { readonly operating: Operating } {
  return 'operating' in context;
}
