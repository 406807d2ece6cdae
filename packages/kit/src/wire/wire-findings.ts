import {
  type ExtensionId,
  type ExtensionManifest,
  type Finding,
  type FindingCode,
  type Place,
  placeOf,
} from 'stoa/tooling';
import type { Loss } from './cross-json.ts';

/** What works while an extension runs in the gateway's process, and a wire would lose. */
export interface WireFinding extends Finding {
  readonly extension: ExtensionId;
  /** `Type.field`, or a route. */
  readonly place: string;
}

interface Lost {
  readonly code: FindingCode & keyof typeof kinds;
  readonly place: string;
  /** Undefined for a field without a resolver: the finding shows its SDL. */
  readonly file?: string | undefined;
  readonly losses: readonly Loss[];
}

const kinds = {
  WIRE_PARENT: {
    severity: 'warning',
    what: 'answers otherwise when it gets what JSON keeps of its object',
    fix: 'Read plain properties alone. An object and a field of it stay in one process only as long as one extension gives both.',
  },
  WIRE_ANSWER: {
    severity: 'error',
    what: 'answers what JSON does not keep, so other extensions and pages get something else over a wire',
    fix: 'Answer text, numbers, booleans, null, lists and plain objects; let the scalar serialise to them.',
  },
  WIRE_VARIABLES: {
    severity: 'error',
    what: 'gives context.query variables that JSON does not keep',
    fix: 'Give text, numbers, booleans, null, lists and plain objects.',
  },
  WIRE_CONTEXT: {
    severity: 'error',
    what: 'reads from its context what another fetch has put there, and each fetch has a context of its own over a wire',
    fix: 'Read it again, or keep it in the database. A WeakMap by context may save work within one fetch.',
  },
  WIRE_DIFFERS: {
    severity: 'error',
    what: 'answers otherwise over a wire',
    fix: 'Look for what it knows of its object, its context or `info` apart from what documents and keys say.',
  },
} as const;

export function wireFinding(manifest: ExtensionManifest, { code, place, file, losses }: Lost): WireFinding {
  const { severity, what, fix } = kinds[code];
  const lost = [...new Set(losses.map(lossText))];
  const shown = lost.length > mostShown ? [...lost.slice(0, mostShown), `${lost.length - mostShown} more`] : lost;
  return {
    code,
    severity,
    extension: manifest.id,
    place,
    where: file === undefined ? placeOfField(manifest, place) : { file },
    what: `${place} of ${manifest.id} ${what}: ${shown.join('; ')}`,
    fix,
  };
}

const mostShown = 5;

function lossText({ path, what }: Loss): string {
  const at = path.map((key) => (typeof key === 'number' ? '[]' : `.${key}`)).join('');
  // Of a list of parents, each is meant.
  const name = at.replace(/^(?:\[\])*\.?/, '');
  return name === '' ? what : `${name} is ${what}`;
}

function placeOfField({ sdl, declaredAt }: ExtensionManifest, place: string): Place {
  const [type, field] = place.split('.');
  for (const { document } of sdl)
    for (const definition of document.definitions) {
      if (!('interfaces' in definition) || definition.name.value !== type) continue;
      const node = definition.fields?.find(({ name }) => name.value === field);
      if (node !== undefined) return placeOf(node.name);
    }
  return declaredAt;
}
