import { randomUUID } from 'node:crypto';

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

  /** Makes the functions and sets the properties. Throws EvalError where the process may not make code. */
  run(): void {
    const constants = this.#constants.map((_, index) => `c${index} = constants[${index}]`).join(', ');
    // A text of its own: the engine shares what it learns among functions of one text, and knows a constant only where it
    // has made a function once.
    const text = `'use strict'; /* ${randomUUID()} */\nconst ${constants};\n${this.#statements.join('\n')}`;
    new Function('constants', text)(this.#constants);
  }
}
