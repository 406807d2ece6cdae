import { closeSharedServer } from './shared-server.ts';
import { removeTestProjects } from './test-project.ts';

/** Mocha's root hooks: what all test files share ends with the run. */
export const mochaHooks = {
  async afterAll(): Promise<void> {
    await closeSharedServer();
    await removeTestProjects();
  },
};
