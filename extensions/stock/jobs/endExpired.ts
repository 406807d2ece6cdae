import { endExpired as endNext } from '../src/hold-stock.ts';
import type { JobOf } from '../stock.gen.ts';

/** Gives back what orders have held for too long. */
const endExpired: JobOf<'endExpired'> = async (_input, { database, signal }) => {
  while (await endNext(database)) signal.throwIfAborted();
};

export default endExpired;
