/**
 * Installs what few tests need and most developers do not: GraphQL Mesh, the engines of `stoa export --verify`, and
 * the generator of the documentation's site. Each has more packages than half of the rest of the project.
 */
import { join } from 'node:path';
import { installPackages } from './package/install-packages.ts';

for (const folder of ['test/fixtures/mesh-packages', 'test/fixtures/export-packages', 'site'])
  installPackages(join(import.meta.dirname, '..', folder));
