import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { freePort } from '../support/free-port.ts';
import { readTutorial } from '../support/tutorial/read-tutorial.ts';
import { runTutorial } from '../support/tutorial/run-tutorial.ts';

/** Does what a text says. The message of the refusal begins behind the name of the file. */
async function follow(text: string, ports: Readonly<Record<string, number>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stoa-text-'));
  try {
    const file = join(folder, 'text.md');
    await writeFile(file, text);
    const environment = { PATH: process.env.PATH ?? '' };
    return await readTutorial(file)
      .then((steps) => runTutorial(steps, { folder, environment, ports }))
      .then(
        async () => await readFile(join(folder, 'inside/written.txt'), 'utf8').catch(() => 'as it says'),
        (error: Error) => error.message.replace(file, ''),
      );
  } finally {
    await rm(folder, { recursive: true });
  }
}

const block = (info: string, ...lines: readonly string[]): string => [`\`\`\`${info}`, ...lines, '```', ''].join('\n');

describe('a tutorial that is executed', () => {
  it('has commands with their output, files, and folders', async () => {
    const text = [
      block('console', '$ mkdir inside', '$ cd inside', '$ pwd', '…/inside'),
      block('txt title="written.txt"', 'one', 'two'),
      block(
        'console',
        '$ cat written.txt',
        'one',
        'two',
        '$ printf "a\\nb\\nc\\nd"',
        'a',
        '…',
        'd',
        '$ false # exit code 1',
      ),
    ].join('\n');
    expect(await follow(text)).to.equal('one\ntwo\n');
  });

  it('has a command that stays, what it prints next, and its end', async () => {
    const script =
      "trap 'echo ended; exit 0' INT; echo open; while [ ! -e go ]; do sleep 0.01; done; echo gone; while :; do sleep 0.01; done";
    const text = [
      block('console title="second"', `$ ${script}`, 'open'),
      block('txt title="go"', ''),
      block('console title="second"', 'gone'),
      block('console title="second"', '^C', 'ended'),
    ].join('\n');
    expect(await follow(text)).to.equal('as it says');
  });

  it('has pages, under the ports of the run', async () => {
    const server = createServer((request, response) =>
      response.end(
        request.url === '/a.css'
          ? 'p { color: red; }'
          : '<link rel="stylesheet" href="/a.css"><body><p>Tea &amp; more</p><p>Coffee</p>',
      ),
    );
    const port = await freePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const page = block('text title="http://127.0.0.1:3000/"', 'Tea & more', 'Coffee');
    const styles = block('css title="http://127.0.0.1:3000/"', 'color: red;');
    expect(await follow(page + styles, { 3000: port })).to.equal('as it says');
    server.close();
    server.closeAllConnections();
  });

  const refusals: Readonly<Record<string, readonly [text: string, message: RegExp]>> = {
    'an output that differs': [
      `First.\n\n${block('console', '$ printf "a\\nb"', 'a', 'c')}`,
      /^:4: \$ printf "a\\nb"\n {2}expected: c\n {2}instead: {2}b\n/,
    ],
    'an output that goes on': [
      block('console', '$ printf "a\\nb"', 'a'),
      /^:2: [\s\S]*the end of the output\n {2}instead: {2}b/,
    ],
    'an output that is not there': [block('console', '$ true', 'a'), /^:2: [\s\S]*expected: a\n/],
    'lines behind "…" that do not come': [block('console', '$ printf "a\\nb"', '…', 'c'), /^:2: [\s\S]*expected: c\n/],
    'a command that fails': [block('console', '$ echo why >&2; exit 3'), /^:2: \$ echo why[\s\S]*: exit code 3\nwhy/],
    'a command that does not fail': [block('console', '$ true # exit code 1'), /^:2: [\s\S]*exit code 0/],
    'a command that ends too early': [block('console title="second"', '$ echo a', 'b'), /^:2: [\s\S]*expected: b\n/],
    'a terminal in which nothing runs': [block('console title="second"', 'a'), /^:2: nothing runs in "second"/],
    'an output before any command': [block('console', 'a'), /^:2: an output comes before any command/],
    'a block without a title': [block('ts', 'a'), /^:1: this block has no title/],
    'a page that shows neither text nor styles': [
      block('html title="http://a/"', 'a'),
      /^:1: a page shows text or css/,
    ],
    'words that are no title': [block('ts file=a', 'a'), /^:1: "file=a" is no title/],
    'a block without an end': ['```console\n$ true\n', /^:1: this block has no end/],
  };
  for (const [what, [text, message]] of Object.entries(refusals))
    it(`refuses ${what}, with its line`, async () => {
      expect(await follow(text)).to.match(message);
    });
});
