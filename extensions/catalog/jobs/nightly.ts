import type { JobOf } from '../catalog.gen.ts';
import { forgetEvents } from '../src/count-rating.ts';
import { relateSome } from '../src/relate-products.ts';

/** Finds related products anew, and deletes what is no longer needed. */
const nightly: JobOf<'nightly'> = async (_input, { database, signal }) => {
  for (let after: string | undefined = '0'; after !== undefined; after = await relateSome(database, after))
    signal.throwIfAborted();
  await forgetEvents(database);
};

export default nightly;
