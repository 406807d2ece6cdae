import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { EndVoucher } from '../../pricing.gen.ts';
import { endVoucher as end } from '../../src/desk-vouchers.ts';

const endVoucher: Handler<EndVoucher> = async (request, response) => {
  const { context, params } = request;
  await end(context, params.code);
  const page = () => context.url('deskVouchers');
  answerSaved(request, response, { page, saved: 'ended' });
};

export default endVoucher;
