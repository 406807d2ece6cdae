/** Collects the code of one plan. The text has counts and kinds only; names come in as constants. */
export class PlanCode {
  readonly #constants: unknown[] = [];
  readonly #statements: string[] = [];
  #functions = 0;

  /** Returns the name of a constant in the code. */
  constant(value: unknown): string {
    return `c${this.#constants.push(value) - 1}`;
  }

  /** Returns the name of a function in the code. */
  declare(text: string): string {
    const word = `f${this.#functions++}`;
    this.#statements.push(`const ${word} = ${text};`);
    return word;
  }

  /** Returns the name of a function that makes plain objects with these keys from their values, in order. */
  shape(keys: readonly string[]): string {
    const word = `f${this.#functions++}`;
    const parameters = keys.map((_, i) => `v${i}`).join(', ');
    const members = keys.map((key, i) => `this[${this.constant(key)}] = v${i};`).join(' ');
    this.#statements.push(`function ${word}(${parameters}) { ${members} }`, `${word}.prototype = Object.prototype;`);
    return word;
  }

  /** Sets a property of an object to the code's value, once all code is made. */
  set<Target extends object, Key extends keyof Target & string>(target: Target, key: Key, text: string): void {
    this.#statements.push(`${this.constant(target)}.${key} = ${text};`);
  }

  /**
   * Makes the functions, sets the properties, and returns the text's length. Undefined, with nothing set, if the
   * text is too long or the process forbids code generation.
   */
  run(longest: number): number | undefined {
    const constants = this.#constants.map((_, index) => `c${index} = constants[${index}]`).join(', ');
    // V8 caches evaluated code by its text until memory runs out, and shares type feedback between equal texts. A
    // tagged template prevents both.
    const text = `'use strict'; String.raw\`\`;\nconst ${constants};\n${this.#statements.join('\n')}`;
    if (text.length > longest) return undefined;
    try {
      new Function('constants', text)(this.#constants);
      return text.length;
    } catch (error) {
      // node --disallow-code-generation-from-strings
      if (error instanceof EvalError) return undefined;
      throw error;
    }
  }
}
