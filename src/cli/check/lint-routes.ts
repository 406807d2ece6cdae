import type { Finding } from '../../base/findings/startup-error.ts';
import type { ExtensionManifest } from '../../extensions/manifest.ts';

const withBody = ['POST', 'PUT', 'PATCH'];

/** Reports routes whose body is not validated. */
export function lintRoutes(manifests: readonly ExtensionManifest[]): readonly Finding[] {
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
