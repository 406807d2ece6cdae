import {
  describeResolvers,
  type RenderComponents,
  type ResolverFile,
  type RunningExtension,
  type StartParts,
  startInProcess,
} from 'stoa/tooling';

/** Runs an extension in this process, with other resolvers than those of its files, and another renderer if given. */
export function withResolvers(
  parts: StartParts,
  change: (files: readonly ResolverFile[]) => readonly ResolverFile[],
  rendering: (render: RenderComponents) => RenderComponents = (render) => render,
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
    render: rendering((request) => running.render(request)),
    dispose: () => running.dispose(),
  };
}
