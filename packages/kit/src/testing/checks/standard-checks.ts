import { type ExtensionManifest, type RunningGateway, writtenFields } from 'stoa/tooling';
import { shortened } from './failure-of.ts';
import { type CheckOptions, canFuzz, fuzzRoute } from './fuzz-route.ts';
import { fieldOperations } from './operations.ts';

/** What must hold for any extension. `run` rejects with the reason when it does not. */
export interface StandardCheck {
  readonly title: string;
  run(opened: OpenedForChecks): Promise<void>;
}

export interface OpenedForChecks {
  readonly running: Pick<RunningGateway, 'url' | 'gateway'>;
  /** What the extension's code has thrown since the last call, each with its place. */
  takeFailures(): readonly string[];
  /** Results since the last call that are none of their type. */
  takeProblems(): readonly string[];
  token(permissions: readonly string[]): Promise<string>;
}

/** The checks of an extension, by its files. Runs none of its code. */
export function standardChecks(manifest: ExtensionManifest, options: CheckOptions): readonly StandardCheck[] {
  const fields = [...writtenFields(manifest.sdl).keys()];
  return [
    ...fields.map((field) => ({
      title: `${field} answers what the SDL says`,
      run: (opened: OpenedForChecks) => checkField(field, opened, manifest, options),
    })),
    ...manifest.endpoints
      .filter((endpoint) => canFuzz(endpoint, options.seed))
      .map((endpoint) => ({
        title: `${endpoint.methods.join(', ')} ${endpoint.path} answers any body`,
        async run(opened: OpenedForChecks) {
          const failures = await fuzzRoute(endpoint, { url: opened.running.url, token: opened.token }, options);
          const reasons = [...opened.takeProblems(), ...(failures.length === 0 ? [] : opened.takeFailures())];
          reject([...shortened(failures, 3), ...reasons], `with the seed ${options.seed}`);
        },
      })),
  ];
}

/** Errors that say that code of the extension went wrong, and not that the request was refused. */
const failed: ReadonlySet<unknown> = new Set(['INTERNAL_SERVER_ERROR', 'INTERNAL', undefined]);

async function checkField(
  field: string,
  { running, token, takeProblems, takeFailures }: OpenedForChecks,
  manifest: ExtensionManifest,
  { seed }: CheckOptions,
): Promise<void> {
  const { schema } = running.gateway;
  const authorization = `Bearer ${await token(permissionsOf(manifest))}`;
  for (const { text } of fieldOperations(schema, [field], seed)) {
    const response = await fetch(`${running.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ query: text }),
    });
    const answer: GraphqlAnswer = await response.json();
    const errors = (answer.errors ?? []).filter(({ extensions }) => failed.has(extensions?.code));
    const wrong = [...takeProblems(), ...takeFailures()];
    // The log says more than what a client gets.
    const masked = wrong.length > 0 ? [] : errors.map(({ message, path }) => `${fieldOf(path)}: ${message}`);
    reject(shortened([...wrong, ...masked]), text);
  }
}

function fieldOf(path: readonly (string | number)[] = []): string {
  return path.filter((part) => typeof part === 'string').join('.');
}

interface GraphqlAnswer {
  readonly errors?: readonly {
    readonly message: string;
    readonly path?: readonly (string | number)[];
    readonly extensions?: { readonly code?: string };
  }[];
}

/** All permissions that its SDL and its routes ask for. */
function permissionsOf({ sdl, endpoints }: ExtensionManifest): readonly string[] {
  const texts = sdl.map(({ document }) => document.loc?.source.body ?? '').join('\n');
  const scopes = [...texts.matchAll(/@requiresScopes\([^)]*\)/g)].flatMap(([directive]) =>
    [...directive.matchAll(/"([^"]+)"/g)].map(([, scope = '']) => scope),
  );
  return [...new Set([...scopes, ...endpoints.flatMap(({ permissions }) => permissions)])];
}

function reject(problems: readonly string[], after: string): void {
  if (problems.length > 0) throw new Error(`${problems.join('\n')}\n  ${after}`);
}
