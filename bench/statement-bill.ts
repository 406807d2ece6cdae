import type { SentStatement } from './own-shop.ts';

/** A line with the number of statements behind `start`, and how many are whose. */
export function writeStatements(start: string, statements: readonly SentStatement[]): void {
  const counts = [...Map.groupBy(statements, ({ extension }) => extension)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([extension, own]) => `${extension} ${own.length}`);
  process.stdout.write(`${start}${String(statements.length).padStart(12)}  ${counts.join(', ')}\n`);
}

/** The statements that are sent more than once in one step. */
export function writeRepeated(steps: readonly (readonly [name: string, statements: readonly SentStatement[]])[]): void {
  process.stdout.write('\nsent more than once\n');
  for (const [name, statements] of steps)
    for (const own of Map.groupBy(statements, ({ extension, text }) => `${extension}: ${text}`).entries()) {
      const [text, { length }] = own;
      if (length > 1)
        process.stdout.write(`${name.padEnd(18)}${length} x ${text.replaceAll(/\s+/g, ' ').slice(0, 90)}\n`);
    }
}
