import { takeNext } from '../src/request-store.ts';
import type { JobOf } from '../stock.gen.ts';

/** One mail for each confirmed request whose SKU can be bought again. Mail and mark are one transaction. */
const mailBackInStock: JobOf<'mailBackInStock'> = async (_input, { database, signal }) => {
  const sendNext = () =>
    database.transaction(async (transaction) => {
      const request = await takeNext(transaction);
      if (request === undefined) return false;
      const { email, locale, productName: product, address, forget } = request;
      await transaction.mail('back-in-stock', { to: email, locale, props: { product, address, forget } });
      return true;
    });
  while (await sendNext()) signal.throwIfAborted();
};

export default mailBackInStock;
