import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { AddPriceList } from '../../pricing.gen.ts';
import { savePriceList } from '../../src/price-lists.ts';

const addPriceList: Handler<AddPriceList> = async (request, response) => {
  const { body, context } = request;
  const priceListId = await savePriceList(context, body);
  const page = () => context.url('deskPriceLists');
  answerSaved(request, response, { page, saved: 'list', status: 201, data: { priceListId } });
};

export default addPriceList;
