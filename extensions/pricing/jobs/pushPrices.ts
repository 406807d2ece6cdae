import type { JobOf } from '../pricing.gen.ts';
import { pushPrices } from '../src/push-prices.ts';

/** Says to the catalog what SKUs cost now: what has changed, and each hour in any case. */
const job: JobOf<'pushPrices'> = async (_input, context) => pushPrices(context);

export default job;
