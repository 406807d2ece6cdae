import type { Handler } from 'stoa';
import type { AddToCart } from '../../cart.gen.ts';
import { answerCart } from '../../src/answer-cart.ts';
import { ownerOf } from '../../src/cart-owner.ts';
import { addToCart as add } from '../../src/change-cart.ts';

const addToCart: Handler<AddToCart> = async (request, response) => {
  const { context, session, body } = request;
  const owner = ownerOf(context) ?? { visitor: session.visitor() };
  await add(context, owner, { ...body, quantity: body.quantity ?? 1 });
  await answerCart(request, response, { owner, status: 201, next: body.next });
};

export default addToCart;
