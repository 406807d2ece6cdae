import type { JobOf } from '../product-pictures.gen.ts';
import { finishRemoval as finish } from '../src/change-pictures.ts';

/** Runs after each removal of a picture: also where the catalog was away, or the process was killed. */
const finishRemoval: JobOf<'finishRemoval'> = async (removed, context) => finish(context, removed);

export default finishRemoval;
