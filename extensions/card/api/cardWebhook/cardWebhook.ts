import { text } from 'node:stream/consumers';
import type { Handler } from 'stoa';
import type { CardWebhook } from '../../card.gen.ts';
import { takeWebhook } from '../../src/take-webhook.ts';

// The signature is of the body as it was sent, so nothing may parse it before.
// stoa-allow LINT_NO_BODY: as above.
const cardWebhook: Handler<CardWebhook> = async (request, response) => {
  await takeWebhook(request.context, await text(request), request.header('stripe-signature'));
  response.json({ received: true });
};

export default cardWebhook;
