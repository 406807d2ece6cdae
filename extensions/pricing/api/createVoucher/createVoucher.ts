import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { CreateVoucher } from '../../pricing.gen.ts';
import { createVoucher as create } from '../../src/desk-vouchers.ts';

const createVoucher: Handler<CreateVoucher> = async (request, response) => {
  const { body, context } = request;
  const code = await create(context, body);
  const page = () => context.url('deskVouchers');
  answerSaved(request, response, { page, saved: 'voucher', status: 201, data: { code } });
};

export default createVoucher;
