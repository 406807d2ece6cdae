/**
 * `.meshrc.yaml` → SDL and resolvers that ask GraphQL Mesh, which is loaded from the extension's folder. Imports
 * `base`, `bundle`, `engine` and `extensions`.
 */
export { MeshPool, withMeshSdl, withSourceFix } from './mesh-pool.ts';
export { delegateToMesh } from './mesh-resolvers.ts';
