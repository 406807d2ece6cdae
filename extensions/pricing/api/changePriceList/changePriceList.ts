import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { ChangePriceList } from '../../pricing.gen.ts';
import { savePriceList } from '../../src/price-lists.ts';

const changePriceList: Handler<ChangePriceList> = async (request, response) => {
  const { body, context, params } = request;
  await savePriceList(context, { ...body, id: params.priceListId });
  const page = () => context.url('deskPriceLists');
  answerSaved(request, response, { page, saved: 'list' });
};

export default changePriceList;
