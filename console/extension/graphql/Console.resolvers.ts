import type { Resolvers } from '../console.gen.ts';
import { operatingOf } from '../src/operating-of.ts';

function numberOf(text: unknown): number | undefined {
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

export default {
  Query: {
    overview: (_root, _args, context) => operatingOf(context).overview(),
    map: (_root, _args, context) => operatingOf(context).map(),
    generations: (_root, _args, context) => operatingOf(context).generations(),
    changes: (_root, { from, to }, context) => operatingOf(context).changes(numberOf(from), numberOf(to)),
    errors: (_root, { id }, context) => operatingOf(context).errors(typeof id === 'string' ? id.trim() : ''),
    slowest: (_root, _args, context) => operatingOf(context).slowest(),
    records: (_root, { extension, subject, before }, context) =>
      operatingOf(context).records({ extension: textOf(extension), subject: textOf(subject), before: textOf(before) }),
    settings: (_root, _args, context) => operatingOf(context).settings(),
    async jobs(_root, _args, context) {
      try {
        return { queue: await operatingOf(context).jobs(), trouble: null };
      } catch (error) {
        context.logger.warn('the queue cannot be read', { err: error });
        return { queue: null, trouble: 'The database does not answer. Tasks wait there.' };
      }
    },
    mails: async (_root, _args, context) => (await operatingOf(context).mails()) ?? null,
    mail: async (_root, { id }, context) => (await operatingOf(context).mail(id)) ?? null,
    config: (_root, _args, context) => operatingOf(context).config(),
    source: (_root, { at }, context) => (typeof at === 'string' ? operatingOf(context).source(at) : null),
  },
} satisfies Resolvers;
