import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { createAjv, isExtensionId } from '#base';
import schema from '../../schemas/gateway.schema.json' with { type: 'json' };
import { gatewayConfigTypes } from '../../scripts/generate/gateway-config-types.ts';
import { hintAt, objectsWithKey, retypeText, secretKeys } from '../../src/config/gateway-schema.ts';

describe('gateway.schema.json', () => {
  it('takes for extension names what the rest of the program does', () => {
    const pattern = new RegExp(schema.$defs.extension.properties.name.pattern, 'u');
    const name = fc.oneof(fc.string(), fc.stringMatching(/^[a-zA-Z][a-z0-9-]{0,45}$/));
    fc.assert(fc.property(name, (given) => pattern.test(given) === isExtensionId(given)));
  });

  it('is a JSON Schema, which no start looks at again', () => {
    expect(() =>
      createAjv({ validateSchema: true, keywords: ['live'], formats: { picture: true } }).compile(schema),
    ).to.not.throw();
  });

  it('describes every key, and refuses unknown ones everywhere', () => {
    const lacking: string[] = [];
    const walk = (node: object, path: string): void => {
      if ('properties' in node && typeof node.properties === 'object') {
        if (!('additionalProperties' in node)) lacking.push(`${path} lets unknown keys pass`);
        for (const [name, property] of Object.entries(node.properties ?? {}))
          if (!('description' in property || '$ref' in property)) lacking.push(`${path}.${name} has no description`);
      }
      for (const [key, child] of Object.entries(node))
        if (typeof child === 'object' && child !== null && key !== 'default') walk(child, `${path}.${key}`);
    };
    walk(schema, '');
    expect(lacking).to.deep.equal([]);
  });

  it('names the keys that hold secrets', () => {
    expect([...secretKeys].toSorted()).to.deep.equal(['adminUrl', 'directUrl', 'secret', 'sha256', 'url']);
  });

  it('has types that are generated from it and up to date', async () => {
    expect(await readFile(gatewayConfigTypes.file, 'utf8')).to.equal(await gatewayConfigTypes.produce());
  });
});

describe('retypeText', () => {
  for (const [pointer, text, value] of [
    ['/server/port', '4000', 4000],
    ['/server/port', '-1', -1],
    ['/server/port', '', ''],
    ['/server/port', '0x10', '0x10'],
    ['/server/port', '1e3', '1e3'],
    ['/server/host', '4000', '4000'],
    ['/system/extensions/12/enabled', 'false', false],
    ['/system/extensions/12/enabled', 'no', 'no'],
    ['/system/extensions/12/name', 'true', 'true'],
    ['/pages/constructor/path', '1', '1'],
    ['/pages/homepage/path', '1', '1'],
    ['/graphql/limits/depth', '5', 5],
    ['/nowhere/at/all', '5', '5'],
  ] as const) {
    it(`takes ${JSON.stringify(text)} at ${pointer} for ${JSON.stringify(value)}`, () => {
      expect(retypeText(text, pointer)).to.equal(value);
    });
  }
});

describe('hintAt', () => {
  it('gives the default, else an example, else what the value is for', () => {
    expect(hintAt('/server/port')).to.equal('The default is 3000.');
    expect(hintAt('/system/extensions/0/name')).to.equal('For example: reviews.');
    expect(hintAt('/auth/bearer/tokens/0/sha256')).to.match(/^SHA-256 of the token/);
    expect(hintAt('/nowhere')).to.equal(undefined);
  });
});

describe('objectsWithKey', () => {
  it('knows where a key belongs', () => {
    expect(objectsWithKey('port')).to.deep.equal(['server']);
    expect(objectsWithKey('extensions')).to.deep.equal(['system']);
    expect(objectsWithKey('sha256')).to.deep.equal([]);
  });
});
