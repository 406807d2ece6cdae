import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { AddProduct } from '../../catalog.gen.ts';
import { addProduct as add } from '../../src/desk/change-product.ts';

const addProduct: Handler<AddProduct> = async (request, response) => {
  const { body, context } = request;
  const productId = await add(context, body);
  const page = () => context.url('deskProduct', { productId });
  answerSaved(request, response, { page, saved: 'product', status: 201, data: { productId } });
};

export default addProduct;
