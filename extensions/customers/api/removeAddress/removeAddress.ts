import type { Handler } from 'stoa';
import type { RemoveAddress } from '../../customers.gen.ts';
import { deleteAddress } from '../../src/address-store.ts';
import { answerDone } from '../../src/answer-done.ts';

const removeAddress: Handler<RemoveAddress> = async (request, response) => {
  const { context, params, user } = request;
  await deleteAddress(context.database, user.id, params.addressId);
  answerDone(request, response, { page: context.url('accountAddresses') });
};

export default removeAddress;
