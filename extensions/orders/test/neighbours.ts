export interface Line {
  readonly sku: string;
  readonly quantity: number;
}

/** What stock, payments and the cart would keep, with their rules: once by order, refusals kept, tombstones. */
export class Neighbours {
  readonly onHand = new Map([['A1', 10]]);
  readonly holds = new Map<string, { state: string; lines: readonly Line[]; missing: string[] }>();
  readonly payments = new Map<
    string,
    { state: string; amount: number; captured: number; refunds: Map<string, number> }
  >();
  readonly closedCarts = new Map<string, string>();
  /** What the last cart was closed with. */
  closedLines: unknown;
  readonly calls: string[] = [];
  /** Codes in the cart, and how often each may still be used. */
  readonly vouchers = new Map<string, number>();
  readonly voucherHolds = new Map<
    string,
    { state: string; codes: readonly string[]; missing: string[]; problems: string[] }
  >();
  readonly #returned = new Set<string>();
  /** Of refunds. */
  readonly #refusals = new Map<string, { readonly amount: number; readonly reason: string | null }>();
  /** How the method of payment answers: OPEN, or LATER. */
  opens = 'OPEN';
  /** Whether the buyer has paid at the provider, and the shop does not know it. */
  paidAtProvider = false;
  /** Whether the provider pays nothing back. */
  refusesRefunds = false;
  /** What other refunds, which have no answer yet, take of the payment. */
  refundsUnderWay = 0;
  price = 1000;
  /** What the vouchers of the cart take off. */
  reductions: readonly { readonly label: string; readonly amount: number }[] = [];
  /** Whether there is a way of delivery. */
  delivers = true;
  /** Whether no extension with ways of delivery answers. */
  isDeliveryAway = false;
  /** Whether the texts for the confirmation cannot be had. */
  textsFail = false;
  /** Called before the cart is read, once. */
  beforeCart: (() => Promise<void>) | undefined;
  /** The call, counted from 1, that breaks: before its work, or after it. */
  crash: { at: number; when: 'before' | 'after' } | undefined;
  /** What happens while the next call of this name is on its way, once. */
  meanwhile: { readonly call: string; readonly work: () => Promise<void> } | undefined;

  /** All that is kept, and the calls, from the beginning. */
  reset({ opens = 'OPEN', crash }: { readonly opens?: string; readonly crash?: Neighbours['crash'] } = {}): void {
    this.onHand.set('A1', 10);
    for (const kept of [this.holds, this.payments, this.closedCarts, this.#returned, this.vouchers, this.voucherHolds])
      kept.clear();
    this.calls.length = 0;
    Object.assign(this, {
      opens,
      crash,
      paidAtProvider: false,
      refusesRefunds: false,
      refundsUnderWay: 0,
      reductions: [],
    });
  }

  /** One call of the saga: it breaks where the test says. */
  async call<Result>(name: string, work: () => Result): Promise<Result> {
    this.calls.push(name);
    const { meanwhile } = this;
    if (meanwhile?.call === name) {
      this.meanwhile = undefined;
      await meanwhile.work();
    }
    const crash = this.calls.length === this.crash?.at ? this.crash.when : undefined;
    if (crash === 'before') throw new Error('crashed before');
    const result = work();
    if (crash === 'after') throw new Error('crashed after');
    return result;
  }

  /** Pieces that orders have taken for good. */
  taken(sku: string): number {
    return 10 - (this.onHand.get(sku) ?? 0);
  }

  hold(order: string, lines: readonly Line[]) {
    const known = this.holds.get(order);
    if (known !== undefined) return { order, ...known };
    const missing = lines.filter(({ sku, quantity }) => quantity > (this.onHand.get(sku) ?? 0)).map(({ sku }) => sku);
    const hold = { state: missing.length > 0 ? 'OUT' : 'HELD', lines, missing };
    if (hold.state === 'HELD') this.#take(lines, 1);
    this.holds.set(order, hold);
    return { order, ...hold };
  }

  holdVouchers(order: string, codes: readonly string[]) {
    const known = this.voucherHolds.get(order);
    if (known !== undefined) return { order, ...known };
    const missing = codes.filter((code) => (this.vouchers.get(code) ?? 0) < 1);
    const problems = missing.map(() => 'USED_UP');
    const hold = { state: missing.length > 0 ? 'REFUSED' : 'HELD', codes, missing, problems };
    if (hold.state === 'HELD') this.#useVouchers(codes, 1);
    this.voucherHolds.set(order, hold);
    return { order, ...hold };
  }

  commitVouchers(order: string) {
    const hold = this.voucherHolds.get(order) ?? { state: 'RELEASED', codes: [], missing: [], problems: [] };
    this.voucherHolds.set(order, hold);
    if (hold.state === 'RELEASED') {
      hold.missing = hold.codes.filter((code) => (this.vouchers.get(code) ?? 0) < 1);
      hold.problems = hold.missing.map(() => 'USED_UP');
      hold.state = hold.missing.length > 0 ? 'REFUSED' : 'COMMITTED';
      if (hold.state === 'COMMITTED') this.#useVouchers(hold.codes, 1);
    }
    if (hold.state === 'HELD') hold.state = 'COMMITTED';
    return { order, ...hold };
  }

  releaseVouchers(order: string, forGood: boolean) {
    const hold = this.voucherHolds.get(order) ?? { state: 'RELEASED', codes: [], missing: [], problems: [] };
    if (hold.state === 'HELD' || (forGood && hold.state === 'COMMITTED')) {
      this.#useVouchers(hold.codes, -1);
      hold.state = 'RELEASED';
    }
    if (forGood && hold.state === 'RELEASED') hold.state = 'REFUSED';
    this.voucherHolds.set(order, hold);
    return { order, ...hold };
  }

  #useVouchers(codes: readonly string[], times: number): void {
    for (const code of codes) this.vouchers.set(code, (this.vouchers.get(code) ?? 0) - times);
  }

  commit(order: string) {
    const hold = this.holds.get(order) ?? { state: 'OUT', lines: [], missing: [] };
    if (hold.state === 'HELD') hold.state = 'COMMITTED';
    else if (
      hold.state === 'RELEASED' &&
      hold.lines.every(({ sku, quantity }) => quantity <= (this.onHand.get(sku) ?? 0))
    ) {
      this.#take(hold.lines, 1);
      hold.state = 'COMMITTED';
    }
    return { order, ...hold, state: hold.state === 'RELEASED' ? 'OUT' : hold.state };
  }

  release(order: string, forGood: boolean) {
    const hold = this.holds.get(order) ?? { state: 'RELEASED', lines: [], missing: [] };
    if (hold.state === 'HELD') {
      this.#take(hold.lines, -1);
      hold.state = 'RELEASED';
    }
    if (forGood && hold.state === 'RELEASED') hold.state = 'OUT';
    this.holds.set(order, hold);
    return { order, ...hold };
  }

  returned(order: string, lines: readonly Line[]): boolean {
    const hold = this.holds.get(order);
    if (hold?.state === 'COMMITTED') {
      if (!this.#returned.has(order)) this.#take(lines, -1);
      this.#returned.add(order);
    }
    return true;
  }

  open(order: string, amount: number) {
    const known = this.payments.get(order) ?? { state: this.opens, amount, captured: 0, refunds: new Map() };
    this.payments.set(order, known);
    return this.payment(order);
  }

  close(order: string) {
    const payment = this.payments.get(order) ?? { state: 'CLOSED', amount: 0, captured: 0, refunds: new Map() };
    this.payments.set(order, payment);
    if (this.paidAtProvider) this.capture(order);
    if (payment.state !== 'CAPTURED') payment.state = 'CLOSED';
    return this.payment(order);
  }

  capture(order: string): void {
    const payment = this.payments.get(order);
    if (payment !== undefined) Object.assign(payment, { state: 'CAPTURED', captured: payment.amount });
  }

  /** Without an amount, all that is left. */
  refund(order: string, key: string, amount?: number) {
    const { captured, refunded } = this.payment(order) ?? { captured: 0, refunded: 0 };
    const refunds = this.payments.get(order)?.refunds ?? new Map<string, number>();
    const id = `${order}:${key}`;
    const left = captured - refunded;
    const asked = { amount: refunds.get(key) ?? amount ?? left, reason: null };
    if (!refunds.has(key) && !this.#refusals.has(id)) {
      if (asked.amount > left - this.refundsUnderWay) this.#refusals.set(id, { ...asked, reason: null });
      else if (this.refusesRefunds) this.#refusals.set(id, { ...asked, reason: 'The bank declines it.' });
      else refunds.set(key, asked.amount);
    }
    const refusal = this.#refusals.get(id);
    return { id, order, key, state: refusal === undefined ? 'DONE' : 'REFUSED', ...(refusal ?? asked) };
  }

  payment(order: string) {
    const payment = this.payments.get(order);
    if (payment === undefined) return null;
    const refunded = [...payment.refunds.values()].reduce((sum, amount) => sum + amount, 0);
    const address = payment.state === 'OPEN' ? `https://pay.example/${order}` : null;
    return { order, method: 'InvoicePayment', ...payment, refunded, address };
  }

  #take(lines: readonly Line[], sign: number): void {
    for (const { sku, quantity } of lines) this.onHand.set(sku, (this.onHand.get(sku) ?? 0) - sign * quantity);
  }
}
