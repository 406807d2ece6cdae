import { type AddressField, readAddress } from '@stoa/desk-ui/address';
import { type ErrorText, type Handler, StoaError } from 'stoa';
import type { SaveAddress } from '../../customers.gen.ts';
import { type Address, findAddresses, storeAddress } from '../../src/address-store.ts';
import { answerDone } from '../../src/answer-done.ts';

const saveAddress: Handler<SaveAddress> = async (request, response) => {
  const { body, context, user } = request;
  const stored = body.address == null ? [] : await findAddresses(context.database, user.id);
  const known = stored.find(({ id }) => id === body.address);
  // They stay as they are where a program does not send them: it may be older than these fields.
  const { addition, phone } = known ?? {};
  const { postcode, region } = known?.country === body.country ? known : {};
  const address = checkAddress({ addition, phone, postcode, region, ...body });
  await storeAddress(context.database, { customerId: user.id, id: body.address ?? undefined, address });
  answerDone(request, response, { page: context.url('accountAddresses') });
};

const wrongTexts: { readonly [Field in AddressField]?: ErrorText['text'] } = {
  phone: 'address.wrongPhone',
  postcode: 'address.wrongPostcode',
  addition: 'address.wrongOptional',
  region: 'address.wrongOptional',
};

type Typed = Parameters<typeof readAddress>[0] & Pick<Address, 'country'>;

/** Throws BAD_USER_INPUT with a message for each field that has an error. */
function checkAddress(typed: Typed): Address {
  const { country } = typed;
  const { address, wrong } = readAddress(typed, country);
  const errors: Record<string, ErrorText> = {};
  for (const field of wrong) errors[field] = { text: wrongTexts[field] ?? 'address.wrong' };
  if (wrong.length > 0) throw new StoaError('BAD_USER_INPUT', { text: 'account.correct' }, { fields: errors });
  return { ...address, country };
}

export default saveAddress;
