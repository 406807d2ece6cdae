import type { JobOf } from '../catalog.gen.ts';
import { listUnrelated, relateAll } from '../src/relate-products.ts';

/** Finds related products for those that are new, which their pages would find again each time. */
const relateNew: JobOf<'relateNew'> = (_input, context) => relateAll(context, listUnrelated);

export default relateNew;
