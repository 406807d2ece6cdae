import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { ScheduleProduct } from '../../catalog.gen.ts';
import { scheduleProduct as schedule } from '../../src/desk/schedule-product.ts';

const scheduleProduct: Handler<ScheduleProduct> = async (request, response) => {
  const { body, context, params } = request;
  await schedule(context, params.productId, body);
  answerSaved(request, response, { page: () => context.url('deskProduct', params), saved: 'times' });
};

export default scheduleProduct;
