import type { OperationPlan } from '../plan/operation-plan.ts';
import { compilePlan, forgetCode } from './compile-plan.ts';

/** Characters of all plans' code. One takes 5 to 10 bytes of memory, with what the engine makes of it (measured). */
const mostCode = 1_000_000;

/** The plans that have code of their own. They are those that are asked for most: code takes more memory than all the rest of a plan. */
export class CompiledPlans {
  readonly #sizes = new Map<OperationPlan, number>();
  readonly #most: number;
  #size = 0;

  constructor(most = mostCode) {
    this.#most = most;
  }

  /** Says whether the plan has got code. One that cannot get any, or only in the place of half of the others, never will. */
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

  /** The one that has been asked for least; what was long ago counts for less. */
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
