import { type Handler, StoaError, wantsPage } from 'stoa';
import type { SaveView } from '../../desk.gen.ts';
import { listAddress, viewAddress } from '../../src/list-address.ts';
import { saveView as save } from '../../src/view-store.ts';

const saveView: Handler<SaveView> = async (request, response) => {
  const { body, context, user } = request;
  const { list } = body;
  const name = body.name.trim();
  // Written anew, so that nothing but parameters follows the path.
  const query = new URLSearchParams(body.query ?? '').toString();
  const path = query.length > 1000 ? undefined : await listAddress(context, list);
  if (path === undefined)
    throw new StoaError('BAD_USER_INPUT', { text: 'view.noList' }, { fields: { list: { text: 'view.noList' } } });
  await context.database.transaction((transaction) => save(transaction, user.id, { list, name, query }));
  if (wantsPage(request)) response.redirect(303, viewAddress(path, query));
  else response.json({ success: true, data: { view: { list, name, query } } });
};

export default saveView;
