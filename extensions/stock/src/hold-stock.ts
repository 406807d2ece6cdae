import { type Database, StoaError } from 'stoa';
import { changeLevels, lockLevels, type StockLine } from './change-levels.ts';
import { checkLines, checkName, checkTime } from './check-input.ts';
import { insertLines, listLines, lockCounted, markCounted } from './hold-lines.ts';
import { insertHold, lockExpired, lockHold, type StockHold, setState } from './lock-hold.ts';

/** Holds all lines or none. What is answered first for an order is answered ever after. */
export async function holdStock(
  database: Database,
  input: { readonly order: string; readonly lines: readonly StockLine[]; readonly until: string },
): Promise<StockHold> {
  const order = checkName(input.order);
  const lines = checkLines(input.lines);
  const until = checkTime(input.until);
  return await database.transaction(async (transaction) => {
    const held = await insertHold(transaction, { order, state: 'HELD', until });
    if (held === undefined) return await requireHold(transaction, order);
    const { counted, missing } = await lockLevels(transaction, lines);
    if (missing.length > 0) return await setState(transaction, order, { state: 'OUT', missing });
    await insertLines(transaction, order, { lines, counted });
    await changeLevels(transaction, counted, { reserved: 1 });
    return held;
  });
}

/** Sells what is held. A hold that was given back is taken again where there is enough: the buyer has paid late. */
export async function commitStock(database: Database, order: string): Promise<StockHold> {
  return await database.transaction(async (transaction) => {
    const hold = await requireHold(transaction, order);
    if (hold.state === 'HELD') {
      await changeLevels(transaction, await lockCounted(transaction, order), { onHand: -1, reserved: -1 });
      return await setState(transaction, order, { state: 'COMMITTED' });
    }
    return hold.state === 'RELEASED' ? await takeAgain(transaction, order) : hold;
  });
}

/**
 * Gives back what is held. Without a hold it leaves a tombstone, so that a hold that comes later takes nothing. What is
 * given back for good is OUT, so that a commit that comes later takes nothing either.
 */
export async function releaseStock(
  database: Database,
  { order: input, forGood }: { readonly order: string; readonly forGood: boolean },
): Promise<StockHold> {
  const order = checkName(input);
  const state = forGood ? 'OUT' : 'RELEASED';
  return await database.transaction(async (transaction) => {
    const tombstone = await insertHold(transaction, { order, state });
    if (tombstone !== undefined) return tombstone;
    return await giveBack(transaction, await requireHold(transaction, order), state);
  });
}

/** Gives back the hold that is over for longest. False when there is none. */
export async function endExpired(database: Database): Promise<boolean> {
  return await database.transaction(async (transaction) => {
    const hold = await lockExpired(transaction);
    if (hold !== undefined) await giveBack(transaction, hold, 'RELEASED');
    return hold !== undefined;
  });
}

async function giveBack(transaction: Database, hold: StockHold, state: 'RELEASED' | 'OUT'): Promise<StockHold> {
  const { order } = hold;
  if (hold.state === 'HELD') await changeLevels(transaction, await lockCounted(transaction, order), { reserved: -1 });
  else if (hold.state !== 'RELEASED' || state === 'RELEASED') return hold;
  return await setState(transaction, order, { state });
}

async function takeAgain(transaction: Database, order: string): Promise<StockHold> {
  const lines = await listLines(transaction, order);
  const { counted, missing } = await lockLevels(transaction, lines);
  // A release that came before its hold has no lines: nothing can be sold for it.
  if (lines.length === 0 || missing.length > 0) return await setState(transaction, order, { state: 'OUT', missing });
  await markCounted(transaction, order, counted);
  await changeLevels(transaction, counted, { onHand: -1 });
  return await setState(transaction, order, { state: 'COMMITTED' });
}

async function requireHold(transaction: Database, order: string): Promise<StockHold> {
  const hold = await lockHold(transaction, order);
  if (hold === undefined) throw new StoaError('NOT_FOUND', { text: 'rules.noHold', values: { order } });
  return hold;
}
