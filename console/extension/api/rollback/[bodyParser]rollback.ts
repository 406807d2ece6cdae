import type { Handler } from 'stoa';
import type { Rollback } from '../../console.gen.ts';
import { operatingOf } from '../../src/operating-of.ts';
import { refusal } from '../../src/refusal.ts';

const rollback: Handler<Rollback> = async (request, response) => {
  const { generation } = request.body;
  const built = await operatingOf(request.context).rollback(generation);
  if (built === undefined) throw refusal(404, `Generation ${generation} is not kept any longer.`);
  response.redirect(303, `${request.context.url('generations')}?attempt=${built.number}`);
};

export default rollback;
