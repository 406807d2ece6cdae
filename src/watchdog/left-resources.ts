import { createHook } from 'node:async_hooks';
import type { ExtensionId, Place } from '#base';
import { extensionOfBundle } from './bundle-frames.ts';
import { currentExtension } from './extension-context.ts';
import { extensionOfSource, framesOf } from './extension-of-error.ts';

/** What keeps a process alive, by the type that `async_hooks` gives it. */
const kinds: Readonly<Record<string, string>> = {
  Timeout: 'a timer',
  TCPWRAP: 'a connection',
  TCPSERVERWRAP: 'a server',
  PIPESERVERWRAP: 'a server',
  UDPWRAP: 'a UDP socket',
  FSEVENTWRAP: 'a file watcher',
  STATWATCHER: 'a file watcher',
  PROCESSWRAP: 'a process',
  WORKER: 'a thread',
};

/** A timer or a handle, as Node has it. */
interface Resource {
  hasRef(): boolean | undefined;
  ref(): void;
  unref(): void;
}

interface Noted {
  readonly type: string;
  readonly resource: WeakRef<Resource>;
  /** Its stack is read when it is needed: source maps take time. */
  readonly made: Error;
}

export interface LeftResource {
  readonly kind: string;
  /** Undefined for what Node makes later, such as the socket of a server whose address it looks up. */
  readonly place: Place | undefined;
}

/**
 * Runs an extension's work, and notes the timers, connections and the like that its code makes meanwhile. The function
 * says which of them still keep the process alive. Hooks cost each promise of the process, so they end with the work.
 */
export async function noteResources(extension: ExtensionId, work: () => Promise<void>): Promise<() => LeftResource[]> {
  const noted: Noted[] = [];
  const init = (_id: number, type: string, _trigger: number, resource: object): void => {
    if (kinds[type] === undefined || currentExtension() !== extension || !isResource(resource)) return;
    const made = new Error(type);
    Error.captureStackTrace(made, init);
    noted.push({ type, resource: new WeakRef(resource), made });
  };
  const hook = createHook({ init }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return () =>
    noted.flatMap(({ type, resource, made }) => {
      if (!isActive(type, resource.deref())) return [];
      const [place] = framesOf(made).filter(({ file }) => !file.startsWith('node:'));
      const owner = place === undefined ? extension : (extensionOfBundle(place.file) ?? extensionOfSource(place.file));
      return owner === extension ? [{ kind: kinds[type] ?? type, place }] : [];
    });
}

function isActive(type: string, resource: Resource | undefined): boolean {
  if (resource?.hasRef() !== true) return false;
  if (type !== 'Timeout') return true;
  // A timer that was cleared says that it has a reference, and counts no more.
  const before = activeTimers();
  resource.unref();
  const isRunning = activeTimers() < before;
  resource.ref();
  return isRunning;
}

function activeTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}

function isResource(value: object): value is Resource {
  return ['hasRef', 'ref', 'unref'].every((name) => typeof Reflect.get(value, name) === 'function');
}
