import type { JobOf } from '../customers.gen.ts';

/** Removes links that are too old to be followed. */
const forgetLinks: JobOf<'forgetLinks'> = async (_input, { database }) => {
  await database.query('delete from customer_link where expires_at < now()');
};

export default forgetLinks;
