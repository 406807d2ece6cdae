/**
 * One measurement in a process of its own, since a start is cold: `measure-build.ts <gateway.yaml> <what>`. From manifests
 * and modules in memory to schemas alone, or to schemas and stitching. Sends milliseconds and megabytes to the parent.
 */

import { makeExecutableSchema } from '@graphql-tools/schema';
import { parse } from 'graphql';
import {
  buildSubschema,
  type Composition,
  composeGraphql,
  type ResolverFile,
  type Subschema,
  stitchGateway,
} from '#engine';
import { discoverExtensions, type ExtensionManifest, noOutbox } from '#extensions';
import { FileStore } from '#files';
import { coreSchema } from '#gateway';
import type { RequestScope } from '#http';
import { noDatabase } from '#postgres';
import { OperationCalls } from '../../src/gateway/calls/operation-calls.ts';
import { createContextOf } from '../../src/gateway/context-of.ts';
import { benchConfig } from './bench-config.ts';
import { wholeSchemaSdl } from './write-project.ts';

export interface BuildMeasurement {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly heapMb: number;
}

const [, , file = '', what] = process.argv;
const config = await benchConfig(file);
const { manifests } = await discoverExtensions(config);
const modules = await Promise.all(manifests.map(importResolvers));
const documents = manifests.map((_, index) => parse(wholeSchemaSdl(index)));
const urlsOf = () => (): string => '/';

const facts = {
  name: 'Scale',
  locale: 'en-IE',
  locales: ['en-IE'],
  direction: 'ltr',
  currency: 'EUR',
  decimals: 2,
  country: 'IE',
  timeZone: 'UTC',
} as const;

const works: Readonly<Record<string, () => unknown>> = {
  /** As their authors build them, each by itself. */
  schemas: () =>
    documents.map((typeDefs) => makeExecutableSchema({ typeDefs, resolvers: { Query: { productsById: () => [] } } })),
  compose: () => composeGraphql(manifests, { own: coreSchema }),
  subschemas: () => subschemasOf(composeGraphql(manifests, { own: coreSchema }).composition),
  gateway: () => {
    const { composition } = composeGraphql(manifests, { own: coreSchema });
    const contextOf = createContextOf({
      database: noDatabase,
      urlsOf,
      textsOf: () => ({}),
      settingsOf: () => ({}),
      outboxOf: () => noOutbox,
      facts,
      shopOf: () => facts,
      files: new FileStore(config),
      development: false,
      gateway: noGateway,
    });
    return stitchGateway({
      composition,
      subschemas: subschemasOf(composition),
      begin: (scope: RequestScope) => new OperationCalls({ contextOf }, scope),
    });
  },
};
const work = works[what ?? ''];
if (work === undefined) throw new Error(`"${what}" is none of ${Object.keys(works).join(', ')}`);
process.send?.(measure(work));

function measure(build: () => unknown): BuildMeasurement {
  const before = usedHeap();
  const started = performance.now();
  const cpu = process.cpuUsage();
  const kept = build();
  const { user, system } = process.cpuUsage(cpu);
  const wallMs = performance.now() - started;
  const heapMb = usedHeap() - before;
  if (kept === undefined) throw new Error('nothing was built');
  return { cpuMs: (user + system) / 1e3, wallMs, heapMb };
}

function usedHeap(): number {
  global.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}

async function importResolvers({ resolverFiles }: ExtensionManifest): Promise<readonly ResolverFile[]> {
  return Promise.all(
    resolverFiles.map(async (path) => {
      const module: { readonly default: unknown } = await import(path);
      return { file: path, value: module.default };
    }),
  );
}

function subschemasOf(composition: Composition): readonly Subschema[] {
  return manifests.flatMap(
    (manifest, index) => buildSubschema({ manifest, composition, resolvers: modules[index] ?? [] }).subschema ?? [],
  );
}

function noGateway(): never {
  throw new Error('nobody asks this gateway anything');
}
