import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isExtensionId } from '../../src/base/ids.ts';
import { throwIfErrors } from '../../src/base/startup-error.ts';
import { generateEndpointTypes } from '../../src/extensions/generate-endpoint-types.ts';
import { readExtension } from '../../src/extensions/read-extension.ts';
import type { Generator } from './generator.ts';

const extensions = fileURLToPath(new URL('../../extensions', import.meta.url));

/** `<id>.gen.ts` of every extension in extensions/ that has endpoints. */
export const endpointTypes: readonly Generator[] = readdirSync(extensions)
  .filter(isExtensionId)
  .filter((id) => existsSync(join(extensions, id, 'api')))
  .toSorted()
  .map((id) => {
    const folder = join(extensions, id);
    return {
      file: join(folder, `${id}.gen.ts`),
      async produce() {
        const { manifest, findings } = await readExtension({ id, folder, declaredAt: { file: folder } });
        throwIfErrors(findings);
        return generateEndpointTypes(manifest);
      },
    };
  });
