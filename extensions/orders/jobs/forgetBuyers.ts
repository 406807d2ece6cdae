import type { JobOf } from '../orders.gen.ts';

// Of the address, the country stays: VAT depends on it.
const forgetText = `
  with forgotten as (
    update orders set email = '', name = '–', customer_id = null, visitor = null,
      address = '{"name": "–", "street": "–", "postcode": "–", "city": "–"}' || jsonb_build_object('country', address -> 'country')
    where order_id in (
      select order_id from orders
      where email <> '' and placed_at < date_trunc('year', now()) - make_interval(years => $1) limit 1000)
    returning order_id),
  links as (delete from order_link where order_id in (select order_id from forgotten)),
  parcels as (update parcel set tracking = null where order_id in (select order_id from forgotten))
  select order_id from forgotten`;

/** Removes the buyers of orders that the law wants kept no longer. What was sold for how much stays. */
const forgetBuyers: JobOf<'forgetBuyers'> = async (_input, { database, settings, signal }) => {
  while ((await database.query(forgetText, [settings.keepYears])).length > 0) signal.throwIfAborted();
};

export default forgetBuyers;
