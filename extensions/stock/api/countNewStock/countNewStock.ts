import { answerSaved } from '@stoa/desk-ui';
import { refuse, typed } from '@stoa/desk-ui/forms';
import type { Handler } from 'stoa';
import { countStock } from '../../src/count-stock.ts';
import { levelsOf } from '../../src/read-levels.ts';
import type { CountNewStock } from '../../stock.gen.ts';

const countNewStock: Handler<CountNewStock> = async (request, response) => {
  const { body, context } = request;
  const sku = typed(body.sku);
  if (sku === '' || sku.includes('\0')) refuse('sku', 'rules.sku');
  const [known] = await levelsOf(context.database, [sku]);
  if (known != null && known.onHand !== body.onHand) refuse('sku', 'desk.isCounted', { code: 'CONFLICT' });
  const level = await countStock(context.database, { ...body, sku, seen: '' });
  const page = () => context.url('deskSku', { sku });
  answerSaved(request, response, { page, saved: 'stock', status: 201, data: { level } });
};

export default countNewStock;
