import type { JobOf } from '../catalog.gen.ts';
import { forgetEvents } from '../src/count-rating.ts';

/** Deletes what is no longer needed. */
const nightly: JobOf<'nightly'> = async (_input, { database }) => {
  await forgetEvents(database);
};

export default nightly;
