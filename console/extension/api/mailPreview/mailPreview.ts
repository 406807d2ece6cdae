import type { Handler } from 'stoa';
import type { MailPreview } from '../../console.gen.ts';
import { operatingOf } from '../../src/operating-of.ts';
import { refusal } from '../../src/refusal.ts';

/**
 * Styles and pictures alone, in a frame of the console. A mail may have any text, so no script runs. Its links open in
 * tabs of their own: the shop does not let itself be framed.
 */
const policy =
  "default-src 'none'; style-src 'unsafe-inline' https:; img-src data: http: https:; font-src https:; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";
const inTabs = '<base target="_blank">';

const mailPreview: Handler<MailPreview> = async (request, response) => {
  const operating = operatingOf(request.context);
  if (request.user === undefined && !operating.isOpen()) throw refusal(401, 'Sign in first.');
  const mail = await operating.mail(request.query.id);
  if (mail === undefined) throw refusal(404, 'This mail is not kept any longer.');
  response.setHeader('content-security-policy', policy);
  response.setHeader('x-frame-options', 'SAMEORIGIN');
  response.type('html').send(mail.html.replace(/<head[^>]*>/, `$&${inTabs}`));
};

export default mailPreview;
