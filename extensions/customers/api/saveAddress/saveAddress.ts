import { isLine } from '@stoa/desk-ui/line';
import { type ErrorText, type Handler, StoaError } from 'stoa';
import type { SaveAddress } from '../../customers.gen.ts';
import { type Address, storeAddress } from '../../src/address-store.ts';
import { answerDone } from '../../src/answer-done.ts';

const fields = ['name', 'street', 'postcode', 'city'] as const;

const saveAddress: Handler<SaveAddress> = async (request, response) => {
  const { body, context, user } = request;
  const address = readAddress(body);
  await storeAddress(context.database, { customerId: user.id, id: body.address ?? undefined, address });
  answerDone(request, response, { page: context.url('accountAddresses') });
};

/** Throws BAD_USER_INPUT with a message for each field that has an error. */
function readAddress(typed: SaveAddress['body']): Address {
  const [name = '', street = '', postcode = '', city = ''] = fields.map((field) => (typed[field] ?? '').trim());
  const address: Address = { name, street, postcode, city, country: typed.country };
  const wrong = fields.filter((field) => !isLine(address[field]));
  const errors: Record<string, ErrorText> = {};
  for (const field of wrong) errors[field] = { text: 'address.wrong' };
  if (wrong.length > 0) throw new StoaError('BAD_USER_INPUT', { text: 'account.correct' }, { fields: errors });
  return address;
}

export default saveAddress;
