import { dirname, join } from 'node:path';
import { type StartOptions, startGateway, type TestGateway } from './start-gateway.ts';
import { saveWhole } from './test-project.ts';

/** A shop whose every answer carries the number that its generation's files hold, in two extensions. */
export interface NumberedShop extends TestGateway {
  /** Writes the number into both extensions. */
  write(number: number): Promise<void>;
  writeFile(name: string, text: string): Promise<void>;
  /** Every number that an answer of GraphQL, REST and a page holds. */
  numbers(): Promise<readonly (readonly number[])[]>;
}

export async function startNumbered(options: StartOptions = {}): Promise<NumberedShop> {
  const shop = await startGateway({ fixture: 'numbered-shop', empty: true, ...options });
  const write = async (name: string, text: string): Promise<void> => {
    await shop.generations.settled();
    await saveWhole(join(dirname(shop.file), name), text);
  };
  return Object.assign(Object.create(shop), {
    writeFile: write,
    write: async (number: number) => {
      await write('extensions/numbered/src/number.ts', `export const number = ${number};\n`);
      await write('extensions/other/src/number.ts', `export const number = ${number};\n`);
    },
    numbers: () =>
      Promise.all(['/graphql?query={number,otherNumber}', '/number', '/'].map((path) => ask(shop.url + path))),
  });
}

async function ask(address: string): Promise<readonly number[]> {
  const text = await (await fetch(address)).text();
  return [...text.matchAll(/(?:value="|umber":|asked":)(\d+)/g)].map((match) => Number(match[1]));
}
