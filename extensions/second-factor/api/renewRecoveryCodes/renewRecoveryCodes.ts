import type { Handler } from 'stoa';
import type { RenewRecoveryCodes } from '../../second-factor.gen.ts';
import { answer } from '../../src/answer.ts';
import { storeCodes } from '../../src/factor-store.ts';
import { newKey } from '../../src/recovery-codes.ts';
import { takeCode } from '../../src/take-code.ts';

const renewRecoveryCodes: Handler<RenewRecoveryCodes> = async (request, response) => {
  const { body, context, user } = request;
  const key = newKey();
  const asked = { customer: user.id, code: body.code, state: 'on' } as const;
  const recoveryCodes = await takeCode(context, asked, (transaction, owner) => storeCodes(transaction, owner, key));
  answer(request, response, { page: `${context.url('accountSecondFactor')}?codes=${key}`, data: { recoveryCodes } });
};

export default renewRecoveryCodes;
