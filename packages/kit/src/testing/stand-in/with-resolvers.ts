import {
  describeResolvers,
  type ResolverFile,
  type RunningExtension,
  type StartParts,
  startInProcess,
} from 'stoa/tooling';

/** Runs an extension in this process, with other resolvers than those of its files. */
export function withResolvers(
  parts: StartParts,
  change: (files: readonly ResolverFile[]) => readonly ResolverFile[],
): RunningExtension {
  const running = startInProcess(parts);
  let resolvers: readonly ResolverFile[] = [];
  return {
    async load() {
      const description = await running.load();
      const { backEnd } = running;
      resolvers = change(backEnd.gives === 'objects' ? backEnd.resolvers : []);
      return { ...description, resolvers: describeResolvers(resolvers) };
    },
    answer: (exchange) => running.answer(exchange),
    get backEnd() {
      return { gives: 'objects', resolvers } as const;
    },
    render: (request) => running.render(request),
    dispose: () => running.dispose(),
  };
}
