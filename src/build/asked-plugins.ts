/**
 * Plugins that resolve an import by asking the build again are asked themselves then. Each leaves its name on the question:
 * with a mark that only knows the last one, two such plugins would ask each other for ever.
 */
export function asking(pluginData: unknown, plugin: string): ReadonlySet<string> {
  return new Set([...(pluginData instanceof Set ? pluginData : []), plugin]);
}

/** Whether the plugin itself has asked this question. */
export function hasAsked(pluginData: unknown, plugin: string): boolean {
  return pluginData instanceof Set && pluginData.has(plugin);
}
