import { readFileSync } from 'node:fs';
import { Kind } from 'graphql';
import { createLogger, type Finding, StartupError } from '#base';
import { type Config, literalSecrets, readConfig } from '#config';
import { collectTypes, directivesOf, fieldSetOf, hasDirective, placeOf, selectedNames } from '#engine';
import { discoverExtensions, type ExtensionManifest } from '#extensions';
import { type Assembly, assemble, buildGateway, coreSchema, createSharedParts, type Gateway } from '#gateway';
import type { PageComponent } from '#pages';
import { startInProcess } from '#placement';
import { type DatabaseUse, type MigrationsReport, noDatabase, verifyMigrations } from '#postgres';
import { lintAreas, lintCode, lintLiterals } from '../../../packages/kit/src/lints/lint-code.ts';
import { lintPages } from '../../../packages/kit/src/lints/lint-pages.ts';
import { contractFindings, readShop } from '../../../packages/kit/src/shop/index.ts';
import { staleTypes } from '../../../packages/kit/src/types/index.ts';

export interface CheckedShop {
  readonly findings: readonly Finding[];
  readonly migrations: MigrationsReport;
}

/** All findings that would prevent a start, and the lints. Opens no port. */
export async function checkShop(
  file: string,
  options: {
    readonly environment: NodeJS.ProcessEnv;
    readonly database: DatabaseUse;
    /** Whether to compare extension.contract.json with what the extensions say. Default: true. */
    readonly contracts?: boolean;
  },
): Promise<CheckedShop> {
  const { config, findings } = await readConfig(file, { environment: options.environment, purpose: 'check' });
  if (config === undefined) {
    return { findings, migrations: { looked: false, reason: 'gateway.yaml comes first', findings: [] } };
  }
  // In parallel: both read the extensions, which takes less time than connecting to the database.
  const [built, migrations] = await Promise.all([findingsOf(config), migrationsOf(config, options.database)]);
  const lints = [...literalSecrets(config), ...built.lints, ...migrations.findings].filter(
    (finding) => !finding.code.startsWith('LINT_') || !isAllowed(finding),
  );
  const isSound = built.findings.every(({ severity }) => severity !== 'error');
  const contracts = isSound && options.contracts !== false ? await checkedContracts(file, options.environment) : [];
  return { findings: [...findings, ...built.findings, ...contracts, ...lints], migrations };
}

/** Contracts say what sound extensions say, so they are compared last. */
async function checkedContracts(file: string, environment: NodeJS.ProcessEnv): Promise<readonly Finding[]> {
  try {
    return await contractFindings(await readShop(file, { environment }));
  } catch (error) {
    if (error instanceof StartupError) return error.findings;
    throw error;
  }
}

function componentsOf({ pages }: Gateway): readonly PageComponent[] {
  return [...new Set([...pages.groups.values()].flatMap(({ components }) => components))];
}

interface Built {
  readonly findings: readonly Finding[];
  readonly lints: readonly Finding[];
}

async function findingsOf(config: Config): Promise<Built> {
  try {
    const assembly = await assemble(config);
    const gateway = await buildGateway(assembly, {
      logger: createLogger('silent'),
      database: noDatabase,
      development: false,
      // Checks the folders that gateway.yaml names, wherever they run.
      shared: createSharedParts({ startOf: () => startInProcess }),
    });
    const lints = [
      ...lintSchema(assembly),
      ...lintRoutes(assembly.manifests),
      ...lintPages(gateway, assembly.composition.guards),
      ...(await lintCode(assembly.manifests)),
      ...(await lintLiterals(gateway)),
      ...(await lintAreas(assembly.manifests, componentsOf(gateway))),
      ...(await staleTypes(assembly)),
    ];
    await gateway.dispose();
    return { findings: [...assembly.findings, ...gateway.findings], lints };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    // Most lints need a gateway. A circular import may be what made a module throw.
    const { manifests } = await discoverExtensions(config);
    return { findings: error.findings, lints: await lintCode(manifests) };
  }
}

async function migrationsOf(config: Config, use: DatabaseUse): Promise<MigrationsReport> {
  const { manifests } = await discoverExtensions(config);
  return verifyMigrations(config, manifests, use);
}

/**
 * Whether a comment `stoa-allow CODE` allows the finding. The comment is on the line of the finding or one of the
 * two lines above. JSON has no comments, so for a finding in a JSON file the text may be anywhere in a related
 * file.
 */
function isAllowed({ code, where, related = [] }: Finding): boolean {
  const mark = `stoa-allow ${code}`;
  if (where.file.endsWith('.json'))
    return related.some(({ file }) => linesOf(file).some((line) => line.includes(mark)));
  if (where.line === undefined) return false;
  return linesOf(where.file)
    .slice(Math.max(where.line - 3, 0), where.line)
    .some((line) => line.includes(mark));
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    // An unreadable file allows nothing.
    return [];
  }
}

const withBody = ['POST', 'PUT', 'PATCH'];

function lintRoutes(manifests: readonly ExtensionManifest[]): readonly Finding[] {
  return manifests.flatMap(({ endpoints }) =>
    endpoints.flatMap((endpoint): readonly Finding[] => {
      const { extension, routeId, methods, schemas, source, handlers } = endpoint;
      const method = methods.find((each) => withBody.includes(each));
      if (method === undefined || schemas.body !== undefined) return [];
      return [
        {
          code: 'LINT_NO_BODY',
          severity: 'warning',
          where: source,
          what: `${extension}.${routeId} takes ${method}, but nothing says what a body must look like, so nothing checks it`,
          fix: 'Add "body" or "bodySchema"; or, when it has none, say so in the handler: // stoa-allow LINT_NO_BODY: ...',
          related: handlers.map(({ file }) => ({ file })),
        },
      ];
    }),
  );
}

/**
 * Reports non-null fields on objects of other extensions: their failure makes the whole object null. Root types
 * have no owner.
 */
function lintSchema({ manifests, composition }: Pick<Assembly, 'manifests' | 'composition'>): readonly Finding[] {
  const { types } = collectTypes(manifests, coreSchema);
  return [...types.values()].flat().flatMap(({ extension, shape }): readonly Finding[] => {
    const type = shape.name.value;
    const owner = composition.types.get(type)?.owner;
    if (extension === undefined || owner === undefined || owner === extension) return [];
    const keys = directivesOf(shape, 'key').flatMap((key) => selectedNames(fieldSetOf(key) ?? noFields));
    return shape.fields
      .filter((field) => field.type.kind === Kind.NON_NULL_TYPE && !hasDirective(field, 'external'))
      .filter(({ name }) => !keys.includes(name.value))
      .map((field) => ({
        code: 'LINT_NON_NULL_FIELD',
        severity: 'warning',
        where: placeOf(field.name),
        what: `"${type}.${field.name.value}" is non-null: when ${extension} fails, clients lose the whole ${type} of ${owner}`,
        fix: 'Remove the last "!", or say why it is meant: # stoa-allow LINT_NON_NULL_FIELD: ...',
      }));
  });
}

const noFields = { kind: Kind.SELECTION_SET, selections: [] } as const;
