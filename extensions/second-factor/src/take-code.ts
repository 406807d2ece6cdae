import { StoaError } from 'stoa';
import type { Context, Transaction } from '../second-factor.gen.ts';
import { type Outcome, type Owner, ownerOf, useCode } from './factor-store.ts';

/**
 * Uses a code of the customer, and does what it allows in the same transaction. A wrong code counts, so nothing is thrown
 * before it is stored. Throws BAD_USER_INPUT, with the field, CONFLICT in another state, and RATE_LIMITED.
 */
export async function takeCode<Result>(
  context: Pick<Context, 'database' | 'settings'>,
  { customer, code, state }: { readonly customer: string; readonly code: string; readonly state: 'begun' | 'on' },
  work: (transaction: Transaction, owner: Owner) => Promise<Result>,
): Promise<Result> {
  const owner = ownerOf(context, customer);
  const done = await context.database.transaction(async (transaction) => {
    const outcome = await useCode(transaction, owner, { code, state });
    return outcome === 'right' ? { outcome, result: await work(transaction, owner) } : { outcome };
  });
  if (done.outcome === 'right') return done.result;
  throw refusalOf(done.outcome, state);
}

function refusalOf(outcome: Exclude<Outcome, 'right'>, state: 'begun' | 'on'): StoaError {
  switch (outcome) {
    case 'none':
      return new StoaError('CONFLICT', { text: state === 'on' ? 'factor.isOff' : 'factor.notBegun' });
    case 'on':
      return new StoaError('CONFLICT', { text: 'factor.isOn' });
    case 'blocked':
      return new StoaError('RATE_LIMITED', { text: 'code.blocked' });
    case 'wrong':
      return new StoaError('BAD_USER_INPUT', { text: 'code.wrong' }, { fields: { code: { text: 'code.wrong' } } });
  }
}
