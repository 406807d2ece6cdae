import type { Handler } from 'stoa';
import type { ChangeCartLine } from '../../cart.gen.ts';
import { answerCart } from '../../src/answer-cart.ts';
import { ownerOf } from '../../src/cart-owner.ts';
import { changeCartLine as change } from '../../src/change-cart.ts';

const changeCartLine: Handler<ChangeCartLine> = async (request, response) => {
  const { context, params, body } = request;
  const owner = ownerOf(context);
  await change(context, owner, { sku: params.sku, quantity: body.quantity });
  await answerCart(request, response, { owner, status: 200 });
};

export default changeCartLine;
