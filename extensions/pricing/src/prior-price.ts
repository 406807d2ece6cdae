/** What a list has said of a SKU. Of several at a time, the first one counts. Times are milliseconds. */
export interface HeldPrice {
  readonly money: number;
  readonly from: number;
  readonly until: number;
}

/** A base price before the present one. */
export interface PastPrice {
  readonly money: number;
  readonly until: number;
}

/** What a SKU has cost, up to now. */
export interface PriceHistory {
  readonly now: number;
  readonly baseMoney: number;
  /** The first ones first. */
  readonly past: readonly PastPrice[];
  /** The strongest lists first. */
  readonly held: readonly HeldPrice[];
}

const days30 = 30 * 24 * 3600 * 1000;

/**
 * The lowest price of the 30 days before the SKU began to cost what it does now: a reduction that follows another one
 * counts from its own beginning. Without any other price, the present one.
 */
export function priorPrice(history: PriceHistory): number {
  const spans = spansOf(history);
  const present = spans.at(-1)?.money ?? history.baseMoney;
  const before = spans.slice(0, spans.findLastIndex(({ money }) => money !== present) + 1);
  const began = before.at(-1)?.until ?? -Infinity;
  const counted = before.filter(({ until }) => until > began - days30).map(({ money }) => money);
  return counted.length === 0 ? present : Math.min(...counted);
}

/** Prices one after the other. The last one is that of now. */
function spansOf({ now, baseMoney, past, held }: PriceHistory): readonly PastPrice[] {
  const changes = [...past.map(({ until }) => until), ...held.flatMap(({ from, until }) => [from, until])];
  const begins = [
    -Infinity,
    ...[...new Set(changes)].filter((time) => time <= now).toSorted((one, other) => one - other),
  ];
  return begins.map((at, place) => ({
    until: begins[place + 1] ?? Infinity,
    money: (
      held.find(({ from, until }) => from <= at && at < until) ??
      past.find(({ until }) => at < until) ?? { money: baseMoney }
    ).money,
  }));
}
