/** Memoizes the last result, for as long as the inputs are the same. Compares objects by identity, strings by value. */
export class MemoizeLast<Value> {
  #last: { readonly inputs: readonly unknown[]; readonly value: Value } | undefined;

  /** The result for these inputs. `work` must depend on nothing else. */
  recall(inputs: readonly unknown[], work: () => Value): Value {
    const last = this.#last;
    if (last?.inputs.length === inputs.length && last.inputs.every((input, at) => Object.is(input, inputs[at])))
      return last.value;
    const value = work();
    this.#last = { inputs, value };
    return value;
  }
}
