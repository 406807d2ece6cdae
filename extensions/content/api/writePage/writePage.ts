import { type Handler, wantsPage } from 'stoa';
import type { WritePage } from '../../content.gen.ts';
import { setPageText } from '../../src/set-page-text.ts';

const writePage: Handler<WritePage> = async (request, response) => {
  const { body, context, params } = request;
  // Forms end lines as mails do.
  const markdown = body.markdown.replaceAll('\r\n', '\n');
  const page = await setPageText(context.database, { ...body, ...params, markdown });
  const saved = new URLSearchParams({ saved: body.locale });
  if (wantsPage(request)) response.redirect(303, `${context.url('deskContentPage', params)}?${saved}`);
  else response.json({ success: true, data: { page } });
};

export default writePage;
