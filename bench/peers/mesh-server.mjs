// (e) GraphQL Mesh over the three schemas in its own process, merged by type; the server is the one of `mesh start`.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { findAndParseConfig } from '@graphql-mesh/cli';
import { createMeshHTTPHandler } from '@graphql-mesh/http';
import { getMesh } from '@graphql-mesh/runtime';
import { tellWhere } from './answer.mjs';

const dir = join(import.meta.dirname, 'mesh');
const config = await findAndParseConfig({ dir });
const mesh = getMesh(config);
const handler = createMeshHTTPHandler({
  baseDir: dir,
  getBuiltMesh: () => mesh,
  rawServeConfig: { playground: false },
});
await mesh;
tellWhere(createServer(handler));
