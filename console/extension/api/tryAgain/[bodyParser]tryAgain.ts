import type { Handler } from 'stoa';
import type { TryAgain } from '../../console.gen.ts';
import { operatingOf } from '../../src/operating-of.ts';
import { refusal } from '../../src/refusal.ts';

const tryAgain: Handler<TryAgain> = async (request, response) => {
  const { letter } = request.body;
  const { logger, url } = request.context;
  const task = await operatingOf(request.context)
    .again(letter)
    .catch((error: unknown) => {
      logger.warn('dead letter not tried again', { letter, err: error });
      throw refusal(503, 'The database does not answer, so nothing was changed. Try it later.');
    });
  if (task === undefined)
    throw refusal(404, 'This dead letter is not there any longer: it was tried again, or its time is over.');
  logger.info('dead letter tried again', { letter, task });
  response.redirect(303, `${url('jobs')}?again=${encodeURIComponent(task)}`);
};

export default tryAgain;
