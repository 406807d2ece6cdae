import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findingCodes } from '#base';
import { createCommandLine } from '#command-line';
import { kit } from '../../packages/kit/src/index.ts';
import type { Generator } from './generator.ts';
import { commandsPage } from './reference/commands-page.ts';
import { findingsPage } from './reference/findings-page.ts';
import { schemaPage } from './reference/schema-page.ts';
import { typesPage } from './reference/types-page.ts';

const root = resolve(import.meta.dirname, '../..');
const { imports }: { imports: Record<string, string> } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const doors = Object.fromEntries(Object.entries(imports).map(([name, file]) => [name, join(root, file)]));

const schemas: Readonly<Record<string, string>> = {
  gateway: 'gateway.yaml',
  route: 'route.json',
  page: 'page.json',
  job: 'job.json',
  contract: 'extension.contract.json',
};

const modules = [
  [
    'stoa',
    'extension-api.ts',
    "What extensions import: `import { … } from 'stoa';`. See [Writing an extension](../extensions/index.md).",
  ],
  ['stoa/testing', 'testing-api.ts', 'What tests of extensions import. See [Tests](../extensions/tests.md).'],
  ['stoa/gateway', 'gateway-api.ts', 'Opens a shop in a program of your own.'],
  ['stoa/engine', 'engine/engine-api.ts', 'The GraphQL engine as a library. See [The engine](../engine.md).'],
] as const;

/** The pages of docs/reference/. */
export const referencePages: readonly Generator[] = [
  page('commands', async () => commandsPage(createCommandLine(kit))),
  page('findings', async () => findingsPage(findingCodes)),
  ...Object.entries(schemas).map(([schema, title]) =>
    page(title.replaceAll('.', '-'), () => {
      const from = `schemas/${schema}.schema.json`;
      return schemaPage(new URL(`../../${from}`, import.meta.url), { title, from });
    }),
  ),
  ...modules.map(([name, file, about]) =>
    page(name.replace('/', '-'), () => typesPage({ name, about, doors, file: join(root, 'src', file) })),
  ),
];

function page(name: string, produce: Generator['produce']): Generator {
  return { file: join(root, `docs/reference/${name}.gen.md`), produce };
}
