import { Notice, Section } from '@stoa/desk-ui';
import { usePage, useText } from 'stoa';
import type { Texts } from '../desk.gen.ts';

/** The link that was just made, which nothing shows again. */
export function InvitationLink({ join }: { readonly join: string | null }) {
  const { origin, query } = usePage();
  const text = useText<Texts>();
  const { invited } = query;
  if (invited === undefined || join === null || !/^[\w-]{32}$/.test(invited)) return null;
  return (
    <Section title={text('invited')}>
      <Notice>{text('invited.about')}</Notice>
      <p>
        <code>{`${origin}${join}?key=${invited}`}</code>
      </p>
    </Section>
  );
}
