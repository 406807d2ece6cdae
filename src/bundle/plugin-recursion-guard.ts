/**
 * Some plugins resolve an import with `build.resolve()`, which calls all plugins again, themselves included. Each
 * plugin adds its name to the plugin data. One name is not enough: two such plugins would call each other without end.
 */
export function markResolving(pluginData: unknown, plugin: string): ReadonlySet<string> {
  return new Set([...(pluginData instanceof Set ? pluginData : []), plugin]);
}

/** Whether this plugin started the resolution. */
export function isResolving(pluginData: unknown, plugin: string): boolean {
  return pluginData instanceof Set && pluginData.has(plugin);
}
