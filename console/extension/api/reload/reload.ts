import type { Handler } from 'stoa';
import { operatingOf } from '../../src/operating-of.ts';

// stoa-allow LINT_NO_BODY: the files say everything.
const reload: Handler = async (request, response) => {
  const { number } = await operatingOf(request.context).reload();
  response.redirect(303, `${request.context.url('generations')}?attempt=${number}`);
};

export default reload;
