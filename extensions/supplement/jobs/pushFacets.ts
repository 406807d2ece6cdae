import { pushFacets } from '../src/push-facets.ts';
import type { JobOf } from '../supplement.gen.ts';

/** Tells the catalog by what supplements are filtered: after a change, and every half hour in any case. */
const job: JobOf<'pushFacets'> = async (_input, context) => pushFacets(context);

export default job;
