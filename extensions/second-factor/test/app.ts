import { expect } from 'chai';
import { TOTP, URI } from 'otpauth';

/** An authenticator app that has the secret of an address. */
export class App {
  readonly address: string;
  readonly #totp: TOTP;

  constructor(address: string) {
    const read = URI.parse(address);
    if (!(read instanceof TOTP)) expect.fail(`no app takes ${address}`);
    this.address = address;
    this.#totp = read;
  }

  /** The one of the page that shows the address. */
  static of(html: string): App {
    const [, address = ''] = /href="(otpauth:[^"]+)"/.exec(html) ?? [];
    return new App(address.replaceAll('&amp;', '&'));
  }

  get secret(): string {
    return this.#totp.secret.base32;
  }

  /** The code of now, or of so many steps of the clock later. */
  code(steps = 0): string {
    return this.#totp.generate({ timestamp: Date.now() + steps * this.#totp.period * 1000 });
  }
}
