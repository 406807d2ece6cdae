import type { JobOf } from '../reviews.gen.ts';
import { forgetSources } from '../src/review-store.ts';
import { forgetAddressesOfVotes } from '../src/vote-store.ts';

/** Forgets the addresses of guests, which are needed for less than a day. */
const forgetAddresses: JobOf<'forgetAddresses'> = async (_input, { database }) => {
  await forgetSources(database);
  await forgetAddressesOfVotes(database);
};

export default forgetAddresses;
