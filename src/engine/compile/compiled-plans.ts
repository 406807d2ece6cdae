import type { OperationPlan } from '../plan/operation-plan.ts';
import { compilePlan, forgetCode } from './compile-plan.ts';

/** Limit on the characters of all plans' code. Each takes 5 to 10 bytes of memory (measured). */
const mostCode = 1_000_000;

/** The plans with generated code: those that run most often. Code takes more memory than the rest of a plan. */
export class CompiledPlans {
  readonly #sizes = new Map<OperationPlan, number>();
  readonly #most: number;
  #size = 0;

  constructor(most = mostCode) {
    this.#most = most;
  }

  /** Whether the plan got code. Code that is forbidden, or longer than half the limit, sets `staysInterpreted`. */
  add(plan: OperationPlan): boolean {
    const size = compilePlan(plan, this.#most / 2);
    if (size === undefined) {
      plan.staysInterpreted = true;
      return false;
    }
    while (this.#size + size > this.#most) this.#forgetOne();
    this.#sizes.set(plan, size);
    this.#size += size;
    return true;
  }

  /** Takes the code of the plan that ran least. Old runs count less. */
  #forgetOne(): void {
    let least: OperationPlan | undefined;
    for (const plan of this.#sizes.keys()) {
      plan.hits >>= 1;
      if (least === undefined || plan.hits < least.hits) least = plan;
    }
    if (least === undefined) return;
    this.#size -= this.#sizes.get(least) ?? 0;
    this.#sizes.delete(least);
    forgetCode(least);
  }
}
