import { changeSelected } from '@stoa/desk-ui';
import { typedId } from '@stoa/desk-ui/forms';
import type { Handler } from 'stoa';
import type { ChangeProducts } from '../../catalog.gen.ts';
import { changeFields, skusOf } from '../../src/desk/change-product.ts';

const changeProducts: Handler<ChangeProducts> = async (request, response) => {
  const { body, context } = request;
  const fields =
    body.do === 'MOVE'
      ? { category: typedId(body.category, 'category') }
      : { published: String(body.do === 'PUBLISH') };
  await changeSelected(request, response, {
    ids: body.products,
    names: await skusOf(context.database, body.products),
    change: (id) => changeFields(context, id, fields),
    page: () => context.url('deskProducts'),
    next: body.next,
  });
};

export default changeProducts;
