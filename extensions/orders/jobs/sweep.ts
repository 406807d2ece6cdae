import type { JobOf } from '../orders.gen.ts';
import { sweepOrders } from '../src/sweep-orders.ts';

/** Drives on what a crash, or a neighbour that was away, has left behind, and orders whose time to pay is over. */
const sweep: JobOf<'sweep'> = async (_input, context) => sweepOrders(context);

export default sweep;
