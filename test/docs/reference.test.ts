import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { findingCodes } from '#base';
import { createCommandLine } from '#command-line';
import { kit } from '../../packages/kit/src/index.ts';

const root = resolve(import.meta.dirname, '../..');

function page(name: string): Promise<string> {
  return readFile(join(root, `docs/reference/${name}.gen.md`), 'utf8');
}

/** All keys that a schema names, at any depth. */
function keysOf(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema && !('const' in schema) ? Object.keys(schema.properties ?? {}) : [];
  return [...own, ...Object.values(schema).flatMap(keysOf)].filter((key) => key !== '$schema');
}

describe('docs/reference', () => {
  for (const [schema, name] of [
    ['gateway', 'gateway-yaml'],
    ['route', 'route-json'],
    ['contract', 'extension-contract-json'],
  ] as const)
    it(`has every key of ${schema}.schema.json, and a section for each that it points to`, async () => {
      const text = await page(name);
      const keys = keysOf(JSON.parse(await readFile(join(root, `schemas/${schema}.schema.json`), 'utf8')));
      expect(keys).not.to.have.length(0);
      expect(keys.filter((key) => !text.includes(`| \`${key}\``))).to.deep.equal([]);
      const targets = [...text.matchAll(/\[`([^`]+)`\]\(#/g)].map(([, path]) => path);
      expect(targets.filter((path) => !text.includes(`\n## \`${path}\`\n`))).to.deep.equal([]);
    });

  it('has every command, with its options', async () => {
    const text = await page('commands');
    for (const command of createCommandLine(kit).commands) {
      expect(text).to.include(`\n## stoa ${command.name()}\n`);
      for (const { long } of command.options) expect(text).to.include(long ?? '');
      for (const below of command.commands) expect(text).to.include(`\n### stoa ${command.name()} ${below.name()}\n`);
    }
  });

  it('has every code of a finding', async () => {
    const text = await page('findings');
    expect(Object.keys(findingCodes).filter((code) => !text.includes(`| \`${code}\` |`))).to.deep.equal([]);
  });

  for (const [name, file] of [
    ['stoa', 'extension-api.ts'],
    ['stoa-testing', 'testing-api.ts'],
    ['stoa-gateway', 'gateway-api.ts'],
    ['stoa-engine', 'engine/engine-api.ts'],
  ] as const)
    it(`has what ${file} exports, and no code of it`, async () => {
      const text = await page(name);
      const exported: object = await import(join(root, 'src', file));
      expect(Object.keys(exported).filter((each) => !text.includes(`\n## ${each}\n`))).to.deep.equal([]);
      expect(text).not.to.match(/\breturn |\bawait |biome-ignore/);
    });
});
