import { answerSaved } from '@stoa/desk-ui';
import type { Handler } from 'stoa';
import type { WritePage } from '../../content.gen.ts';
import { setPageText } from '../../src/set-page-text.ts';

const writePage: Handler<WritePage> = async (request, response) => {
  const { body, context, params } = request;
  // Forms end lines as mails do.
  const markdown = body.markdown.replaceAll('\r\n', '\n');
  const page = await setPageText(context.database, { ...body, ...params, markdown });
  answerSaved(request, response, {
    page: () => context.url('deskContentPage', params),
    saved: body.locale,
    data: { page },
  });
};

export default writePage;
