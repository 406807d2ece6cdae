/**
 * The code of one plan while it is put together. Its texts are made of counts and kinds only. No name, let alone anything that a
 * client wrote, is ever part of them: names come in as constants.
 */
export class PlanCode {
  readonly #constants: unknown[] = [];
  readonly #statements: string[] = [];
  #functions = 0;

  /** Gives the word by which the code knows a value. */
  constant(value: unknown): string {
    return `c${this.#constants.push(value) - 1}`;
  }

  /** Gives the word by which the code knows a function. */
  declare(text: string): string {
    const word = `f${this.#functions++}`;
    this.#statements.push(`const ${word} = ${text};`);
    return word;
  }

  /** Gives the word for a constructor of plain objects with these keys, which takes their values in this order. */
  shape(keys: readonly string[]): string {
    const word = `f${this.#functions++}`;
    const parameters = keys.map((_, i) => `v${i}`).join(', ');
    const members = keys.map((key, i) => `this[${this.constant(key)}] = v${i};`).join(' ');
    this.#statements.push(`function ${word}(${parameters}) { ${members} }`, `${word}.prototype = Object.prototype;`);
    return word;
  }

  /** Lets the code set a property of an object of ours, once all of it could be made. */
  set<Target extends object, Key extends keyof Target & string>(target: Target, key: Key, text: string): void {
    this.#statements.push(`${this.constant(target)}.${key} = ${text};`);
  }

  /**
   * Makes the functions, sets the properties, and gives the length of the text. Undefined, and nothing is set, where that is too long,
   * or where the process may not make code.
   */
  run(longest: number): number | undefined {
    const constants = this.#constants.map((_, index) => `c${index} = constants[${index}]`).join(', ');
    // A tagged template keeps the engine from remembering the code by its text: it would do so until memory runs out, and share
    // what it learns among all functions of one text.
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
