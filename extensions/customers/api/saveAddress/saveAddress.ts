import type { Handler } from 'stoa';
import type { SaveAddress } from '../../customers.gen.ts';
import { storeAddress } from '../../src/address-store.ts';
import { answerDone } from '../../src/answer-done.ts';
import { checkAddress } from '../../src/check-address.ts';

const saveAddress: Handler<SaveAddress> = async (request, response) => {
  const { body, context, user } = request;
  const address = checkAddress(body);
  await storeAddress(context.database, { customerId: user.id, id: body.address ?? undefined, address });
  answerDone(request, response, { page: context.url('accountAddresses') });
};

export default saveAddress;
