import type { Handler } from 'stoa';
import type { MailPreview } from '../../console.gen.ts';
import { operatingOf } from '../../src/operating-of.ts';
import { refusal } from '../../src/refusal.ts';

/** Styles and pictures alone, in a frame of the console. A mail may have any text, so no script runs. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline' https:; img-src data: http: https:; font-src https:; frame-ancestors 'self'; sandbox";

const mailPreview: Handler<MailPreview> = async (request, response) => {
  const operating = operatingOf(request.context);
  if (request.user === undefined && !operating.isOpen()) throw refusal(401, 'Sign in first.');
  const mail = await operating.mail(request.query.id);
  if (mail === undefined) throw refusal(404, 'This mail is not kept any longer.');
  response.setHeader('content-security-policy', policy);
  response.setHeader('x-frame-options', 'SAMEORIGIN');
  response.type('html').send(mail.html);
};

export default mailPreview;
