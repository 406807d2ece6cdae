import { registerHooks } from 'node:module';
import fc from 'fast-check';
import { closeSharedServer } from './shared-server.ts';
import { removeTestProjects } from './test-project.ts';

// A commit must not fail for what another one broke: everybody tries the same cases. Other seeds are for looking for trouble.
fc.configureGlobal({ seed: Number(process.env.STOA_TEST_SEED ?? 20261121) });

// Tests of extensions import `stoa/testing`, which is this repository.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, /^stoa(?:\/|$)/.test(specifier) ? { ...context, parentURL: import.meta.url } : context),
});

/** Mocha's root hooks: what all test files share ends with the run. */
export const mochaHooks = {
  async afterAll(): Promise<void> {
    await closeSharedServer();
    await removeTestProjects();
  },
};
