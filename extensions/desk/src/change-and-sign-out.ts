import type { Database, Session, Transaction } from 'stoa';

/**
 * Changes what sessions depend on, and ends all sessions of the user. Where they cannot be ended, the change is taken
 * back, so that a second try ends them. Rejects as the change does, and with UNAVAILABLE.
 */
export async function changeAndSignOut<Result>(
  database: Pick<Database, 'transaction'>,
  session: Pick<Session, 'signOutUser'>,
  { id, change }: { readonly id: string; readonly change: (transaction: Transaction) => Promise<Result> },
): Promise<Result> {
  const result = await database.transaction(async (transaction) => {
    const changed = await change(transaction);
    await session.signOutUser(id);
    return changed;
  });
  // Those that began meanwhile.
  await session.signOutUser(id);
  return result;
}
