import { forgetOld } from '../src/request-store.ts';
import type { JobOf } from '../stock.gen.ts';

/** Forgets addresses that need no mail any more. */
const forgetRequests: JobOf<'forgetRequests'> = async (_input, { database }) => {
  await forgetOld(database);
};

export default forgetRequests;
