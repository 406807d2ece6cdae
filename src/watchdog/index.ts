/**
 * What keeps one extension's mistake its own: who ends, blocks or fills the process is named, by its bundle in the
 * stack or by its asynchronous context. Imports `base` alone.
 */
export { isTeamsOwn, placeInFrames } from './bundle-frames.ts';
export { exitNow, guardExits } from './exit-guards.ts';
export { entryOf, keepContext, noteCall, runAs } from './extension-context.ts';
export { extensionOfError, framesOf, noteBundle, sourcesOf } from './extension-of-error.ts';
export { noteResources } from './left-resources.ts';
export { startWatchdog } from './watchdog.ts';
