/** The last outcome of some work, for as long as what goes into it is the same: objects by identity, texts by what they say. */
export class Latest<Value> {
  #last: { readonly inputs: readonly unknown[]; readonly value: Value } | undefined;

  /** The outcome for these inputs, which are to be all that the work depends on. */
  recall(inputs: readonly unknown[], work: () => Value): Value {
    const last = this.#last;
    if (last !== undefined && areSame(last.inputs, inputs)) return last.value;
    const value = work();
    this.#last = { inputs, value };
    return value;
  }
}

function areSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((input, index) => Object.is(input, now[index]));
}
