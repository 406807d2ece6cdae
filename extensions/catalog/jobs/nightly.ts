import type { JobOf } from '../catalog.gen.ts';
import { forgetEvents } from '../src/count-rating.ts';
import { listAddresses } from '../src/product-store.ts';
import { relateAll } from '../src/relate-products.ts';

/** Finds related products anew, and deletes what is no longer needed. */
const nightly: JobOf<'nightly'> = async (_input, context) => {
  await relateAll(context, listAddresses);
  await forgetEvents(context.database);
};

export default nightly;
