import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { matchOutput } from './match-output.ts';
import {
  type CommandStep,
  type FileStep,
  type OutputStep,
  type PageStep,
  type Step,
  TutorialError,
} from './read-tutorial.ts';

/** Milliseconds: a busy machine installs packages, too. */
const mostMs = 5 * 60_000;
/** Milliseconds until a page must show an edit. */
const pageMs = 30_000;

/** Milliseconds until a page or a command is tried again: a route may have a rate limit, and each look takes time from the shop. */
const againMs = 500;

export interface Reader {
  /** An empty folder, in which the first terminal opens. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Ports that stand for those of the text. */
  readonly ports: Readonly<Record<string, number>>;
  /** Called after each step that was as the text says. */
  readonly onStep?: (step: Step, ms: number) => void;
  /** Writes a file of the text, and looks at a page. Default: by `fetch`. */
  readonly write?: (path: string, text: string) => Promise<void>;
  readonly look?: (url: string) => Promise<string>;
}

/** Does what the text says. Throws TutorialError with file and line when something else happens. */
export async function runTutorial(steps: readonly Step[], reader: Reader): Promise<void> {
  const run = new TutorialRun(reader);
  try {
    for (const step of steps) {
      const started = performance.now();
      await run.take(step);
      reader.onStep?.(step, performance.now() - started);
    }
  } finally {
    await run.close();
  }
}

class TutorialRun {
  readonly #reader: Reader;
  readonly #terminals = new Map<string, RunningCommand>();
  #folder: string;
  /** Whether files were written, by the reader or a command, and no page has shown that the shop serves them. */
  #isEdited = false;

  constructor(reader: Reader) {
    this.#reader = reader;
    this.#folder = reader.folder;
  }

  async take(step: Step): Promise<void> {
    if (step.kind === 'command') return await this.#repeated(step);
    if (step.kind === 'output') return await this.#output(step);
    if (step.kind === 'file') return await this.#file(step);
    return await this.#page(step);
  }

  /** Ends what still runs. */
  async close(): Promise<void> {
    await Promise.all([...this.#terminals.values()].map((running) => running.end('SIGTERM')));
  }

  /** A reader asks a running shop again until it has taken the last edit over. */
  async #repeated(step: CommandStep): Promise<void> {
    const until = performance.now() + pageMs;
    for (;;) {
      try {
        return await this.#command(step);
      } catch (error) {
        if (!this.#isEdited || !step.command.startsWith('curl ') || performance.now() > until) throw error;
        await wait(againMs);
      }
    }
  }

  async #command(step: CommandStep): Promise<void> {
    const [, folder] = /^cd (\S+)$/.exec(step.command) ?? [];
    if (folder !== undefined) {
      this.#folder = resolve(this.#folder, folder);
      return;
    }
    const running = new RunningCommand(this.#actual(step.command), {
      folder: this.#folder,
      environment: this.#reader.environment,
      textOf: (text) => this.#asWritten(text),
      isTerminal: step.terminal !== undefined,
    });
    if (step.terminal !== undefined) {
      this.#terminals.set(step.terminal, running);
      return await running.prints(step, step.output);
    }
    const code = await running.ended();
    const said = `$ ${step.command}`;
    if (code !== step.exitCode) throw new TutorialError(step.place, `${said}: exit code ${code}\n${running.text}`);
    running.printed(step, step.output);
    this.#isEdited = /^written: /m.test(running.text);
  }

  async #output(step: OutputStep): Promise<void> {
    const running = this.#terminals.get(step.terminal);
    if (running === undefined) throw new TutorialError(step.place, `nothing runs in "${step.terminal}"`);
    if (step.ends) await running.end('SIGINT');
    await running.prints(step, step.output);
  }

  async #file({ path, text }: FileStep): Promise<void> {
    const file = resolve(this.#folder, path);
    await mkdir(dirname(file), { recursive: true });
    await (this.#reader.write ?? writeFile)(file, text);
    this.#isEdited = true;
  }

  async #page({ place, url, shows, lines }: PageStep): Promise<void> {
    const look = shows === 'styles' ? styleSheets : (this.#reader.look ?? visibleText);
    const until = performance.now() + pageMs;
    for (;;) {
      const text = await look(this.#actual(url)).catch(String);
      const missing = firstMissing(lines, text);
      this.#isEdited &&= missing !== undefined;
      if (missing === undefined) return;
      if (performance.now() > until) throw new TutorialError(place, `${url} does not show "${missing}":\n${text}`);
      await wait(againMs);
    }
  }

  /** With the ports of this run. */
  #actual(text: string): string {
    return this.#replacePorts(text, ([written, port]) => [written, String(port)]);
  }

  #asWritten(text: string): string {
    return this.#replacePorts(text, ([written, port]) => [String(port), written]);
  }

  #replacePorts(text: string, order: (pair: readonly [string, number]) => readonly [string, string]): string {
    return Object.entries(this.#reader.ports).reduce((result, pair) => {
      const [from, to] = order(pair);
      return result.replaceAll(new RegExp(`(?<=127\\.0\\.0\\.1:|localhost:)${from}\\b`, 'g'), to);
    }, text);
  }
}

/** Looks for the lines one after the other. */
function firstMissing(lines: readonly string[], text: string): string | undefined {
  let at = 0;
  for (const line of lines) {
    const found = text.indexOf(line, at);
    if (found === -1) return line;
    at = found + line.length;
  }
  return undefined;
}

/** The text of a page, as far as its markup tells. */
async function visibleText(url: string): Promise<string> {
  const response = await fetch(url, { headers: { accept: 'text/html' } });
  const body = (await response.text()).replace(/^[\s\S]*<body/, '');
  return body
    .replace(/<(script|style|template)[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(amp|lt|gt|quot|#x27|#39);/g, (entity) => entities[entity] ?? entity);
}

/** The style sheets that a page names. */
async function styleSheets(url: string): Promise<string> {
  const html = await (await fetch(url, { headers: { accept: 'text/html' } })).text();
  const hrefs = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href);
  const sheets = await Promise.all(hrefs.map(async (href) => (await fetch(new URL(href, url))).text()));
  return sheets.join('\n');
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
  '&#39;': "'",
};

interface CommandPlace {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly textOf: (text: string) => string;
  /** What it prints differs: on a terminal, `stoa dev` writes for people. */
  readonly isTerminal: boolean;
}

/** A command in a shell of its own, and what a terminal would show of it. */
class RunningCommand {
  readonly #command: string;
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly #textOf: (text: string) => string;
  #output = '';
  /** Lines that earlier blocks had. */
  #seen = 0;

  constructor(command: string, { folder, environment, textOf, isTerminal }: CommandPlace) {
    this.#command = command;
    this.#textOf = textOf;
    const options = { cwd: folder, env: { ...environment, NO_COLOR: '1' }, detached: true } as const;
    const [program, words] = isTerminal
      ? (['script', ['--quiet', '--return', '--command', command, '/dev/null']] as const)
      : (['sh', ['-c', command]] as const);
    this.#child = spawn(program, words, { ...options, stdio: [isTerminal ? 'pipe' : 'ignore', 'pipe', 'pipe'] });
    this.#closed = once(this.#child, 'close');
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
        this.#child.emit('output');
      });
  }

  get text(): string {
    // A terminal ends lines by two characters, and shows the key that was pressed. On a slow machine, a command says how
    // far it is, which a terminal shows only meanwhile.
    const lines = stripVTControlCharacters(this.#output).replaceAll('\r', '').replaceAll('^C', '');
    const plain = lines.replaceAll(/^stoa(?: \w+)?: it .*\n/gm, '');
    return this.#textOf(plain).replace(/\n+$/, '');
  }

  async ended(): Promise<number | null> {
    const late = setTimeout(() => this.#signal('SIGKILL'), mostMs);
    await this.#closed.finally(() => clearTimeout(late));
    return this.#child.exitCode;
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const isRunning = this.#child.exitCode === null && this.#child.signalCode === null;
    // Ctrl-C
    if (isRunning && signal === 'SIGINT' && this.#child.stdin !== null) this.#child.stdin.write('\u0003');
    else if (isRunning) this.#signal(signal);
    await this.#closed;
  }

  /** Compares the whole output. */
  printed({ place }: Pick<Step, 'place'>, expected: readonly string[]): void {
    const match = matchOutput(expected, this.#lines(), { open: false });
    if (match.kind === 'other') throw this.#differs(place, match);
  }

  /** Resolves when it has printed these lines, after those of earlier blocks. */
  async prints({ place }: Pick<Step, 'place'>, expected: readonly string[]): Promise<void> {
    const late = AbortSignal.timeout(mostMs);
    let hasEnded = false;
    for (;;) {
      const match = matchOutput(expected, this.#lines().slice(this.#seen), { open: true });
      if (match.kind === 'same') {
        this.#seen += match.lines;
        return;
      }
      if (hasEnded || late.aborted) throw this.#differs(place, match);
      const more = once(this.#child, 'output', { signal: late }).catch(() => undefined);
      hasEnded = await Promise.race([more.then(() => false), this.#closed.then(() => true)]);
    }
  }

  #lines(): readonly string[] {
    const { text } = this;
    return text === '' ? [] : text.split('\n');
  }

  #differs(place: Step['place'], { missing, instead }: { missing: string; instead: string | undefined }): Error {
    const there = instead === undefined ? '' : `\n  instead:  ${instead}`;
    return new TutorialError(place, `$ ${this.#command}\n  expected: ${missing}${there}\n\n${this.text}`);
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    // The shell and all that it has started.
    if (pid !== undefined) process.kill(-pid, signal);
  }
}
