import type { JobOf } from '../orders.gen.ts';

// Of the address, the country stays: VAT depends on it. Years are those of the shop's time zone, as those of invoices are. A
// credit note may be of a later year than its order.
const forgetText = `
  with until as (
    select (date_trunc('year', now() at time zone $2) - make_interval(years => $1)) at time zone $2 as time),
  forgotten as (
    update orders set email = '', name = '–', customer_id = null, visitor = null,
      address = '{"name": "–", "street": "–", "postcode": "–", "city": "–"}' || jsonb_build_object('country', address -> 'country')
    where order_id in (
      select order_id from orders, until
      where email <> '' and placed_at < until.time and changed_at < until.time limit 1000)
    returning order_id),
  links as (delete from order_link where order_id in (select order_id from forgotten)),
  parcels as (update parcel set tracking = null where order_id in (select order_id from forgotten))
  select order_id from forgotten`;

/** Removes the buyers of orders that the law wants kept no longer. What was sold for how much stays. */
const forgetBuyers: JobOf<'forgetBuyers'> = async (_input, { database, settings, shop, signal }) => {
  const values = [settings.keepYears, shop.timeZone];
  while ((await database.query(forgetText, values)).length > 0) signal.throwIfAborted();
};

export default forgetBuyers;
