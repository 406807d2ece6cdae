export interface EnginePackage {
  readonly name: string;
  /** The command that the package brings. */
  readonly command: string;
  /** The versions that the proof has run with. */
  readonly range: string;
}

export const enginePackages = {
  hive: { name: '@graphql-hive/gateway', command: 'hive-gateway', range: '^2.15.1' },
  mesh: { name: '@graphql-mesh/compose-cli', command: 'mesh-compose', range: '^1.8.2' },
} as const satisfies Record<string, EnginePackage>;

/** A package.json that installs the engines. Hive Gateway and Mesh need graphql 16. */
export function packageJson(
  packages: readonly Pick<EnginePackage, 'name' | 'range'>[],
  scripts: Readonly<Record<string, string>>,
): string {
  const dependencies = { ...Object.fromEntries(packages.map(({ name, range }) => [name, range])), graphql: '^16.15.0' };
  return `${JSON.stringify({ private: true, type: 'module', scripts, dependencies }, null, 2)}\n`;
}
