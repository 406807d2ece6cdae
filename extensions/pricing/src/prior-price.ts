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
  /** What lists have said before counts for nothing: -Infinity where it is not known. */
  readonly soldSince: number;
  readonly baseMoney: number;
  /** The first ones first. */
  readonly past: readonly PastPrice[];
  /** The strongest lists first. */
  readonly held: readonly HeldPrice[];
}

const days30 = 30 * 24 * 3600 * 1000;

/**
 * The lowest price of the 30 days before the SKU began to cost what it does now: a reduction that follows another one
 * counts from its own beginning. What is new for less than 30 days has the lowest price since it is sold (directive 98/6/EC,
 * article 6a (4)). Undefined where it never had another price: a base price that no buyer has seen is no price before.
 */
export function priorPrice(history: PriceHistory): number | undefined {
  const spans = spansOf(history);
  const present = spans.at(-1)?.money;
  const before = spans.slice(0, spans.findLastIndex(({ money }) => money !== present) + 1);
  return lowestOf(before, before.at(-1)?.until ?? -Infinity);
}

/** The lowest price of the 30 days up to now, also that of now. Undefined for what is not sold yet. */
export function lowestPrice(history: PriceHistory): number | undefined {
  return lowestOf(spansOf(history), history.now);
}

function lowestOf(spans: readonly PastPrice[], end: number): number | undefined {
  const counted = spans.filter(({ until }) => until > end - days30).map(({ money }) => money);
  return counted.length === 0 ? undefined : Math.min(...counted);
}

/** Prices one after the other, from the first day of sale on. The last one is that of now. */
function spansOf({ now, soldSince, baseMoney, past, held }: PriceHistory): readonly PastPrice[] {
  const changes = [soldSince, ...past.map(({ until }) => until), ...held.flatMap(({ from, until }) => [from, until])];
  const begins = [...new Set(changes)]
    .filter((time) => time >= soldSince && time <= now)
    .toSorted((one, other) => one - other);
  return begins.map((at, place) => ({
    until: begins[place + 1] ?? Infinity,
    money: (
      held.find(({ from, until }) => from <= at && at < until) ??
      past.find(({ until }) => at < until) ?? { money: baseMoney }
    ).money,
  }));
}
