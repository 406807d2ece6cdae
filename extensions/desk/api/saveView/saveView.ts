import { refuse } from '@stoa/desk-ui/forms';
import { type Handler, wantsPage } from 'stoa';
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
  if (path === undefined) return refuse('list', 'view.noList');
  await context.database.transaction((transaction) => save(transaction, user.id, { list, name, query }));
  if (wantsPage(request)) response.redirect(303, viewAddress(path, query));
  else response.json({ success: true, data: { view: { list, name, query } } });
};

export default saveView;
