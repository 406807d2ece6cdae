import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { throwIfErrors } from '../../src/base/findings/startup-error.ts';
import { isExtensionId } from '../../src/base/ids.ts';
import { generateEndpointTypes } from '../../src/extensions/generate-endpoint-types.ts';
import { readExtension } from '../../src/extensions/read-extension.ts';
import type { Generator } from './generator.ts';

const extensions = fileURLToPath(new URL('../../extensions', import.meta.url));
const consoleFolder = fileURLToPath(new URL('../../console/extension', import.meta.url));

/** `<id>.gen.ts` of each extension in extensions/ with endpoints, and of the console's. */
export const endpointTypes: readonly Generator[] = [
  ...readdirSync(extensions).map((id) => ({ id, folder: join(extensions, id) })),
  { id: 'console', folder: consoleFolder },
]
  .flatMap(({ id, folder }) => (isExtensionId(id) && existsSync(join(folder, 'api')) ? [{ id, folder }] : []))
  .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  .map(({ id, folder }) => {
    return {
      file: join(folder, `${id}.gen.ts`),
      async produce() {
        const { manifest, findings } = await readExtension({ id, folder, declaredAt: { file: folder } });
        throwIfErrors(findings);
        return generateEndpointTypes(manifest);
      },
    };
  });
