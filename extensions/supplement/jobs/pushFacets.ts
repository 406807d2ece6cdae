import { pushFacets } from '../src/push-facets.ts';
import type { JobOf } from '../supplement.gen.ts';

/** Tells the catalog by what supplements are filtered: what has changed, and all of it every half hour. */
const job: JobOf<'pushFacets'> = async (_input, context) => pushFacets(context);

export default job;
