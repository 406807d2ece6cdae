import { Field, Form, Saved, Section, Title } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
import type { Layout, SaveSetting, SettingsProps, Texts } from '../../desk.gen.ts';
import { type Setting, settingsIn, shopOwner } from '../../src/setting.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { liveSettings action: url(routeId: "saveSetting") }
`;

/** All live settings, each with a form of its own. */
export default function Settings({ liveSettings, action }: SettingsProps) {
  const text = useText<Texts>();
  const refused = useForm<SaveSetting>('saveSetting');
  const owners = Map.groupBy(settingsIn(liveSettings), ({ extension }) => extension);
  return (
    <>
      <Title title={text.plain('settings')} />
      <Saved of={{ setting: text('setting.saved') }} />
      {[...owners].map(([owner, settings]) => (
        <Section key={owner} title={owner === shopOwner ? text('settings.shop') : owner}>
          {settings.map((setting) => {
            const { extension, name, text: seen, kind } = setting;
            const isRefused = refused.values.extension === extension && refused.values.name === name;
            return (
              <Form
                key={name}
                action={action}
                form={isRefused ? refused : undefined}
                submit={text('setting.save')}
                hidden={{ extension, name, seen: kind === 'secret' ? undefined : seen }}
                quiet
              >
                <Field name="value" label={name} value={seen} {...controlOf(setting, text)} />
                {isRefused && seen !== '' && <p className="desk-hint">{text('setting.now', { value: seen })}</p>}
              </Form>
            );
          })}
        </Section>
      ))}
    </>
  );
}

function controlOf({ kind, choices, description }: Setting, text: ReturnType<typeof useText<Texts>>) {
  const hint = description === undefined ? {} : { hint: <span lang="en">{description}</span> };
  switch (kind) {
    case 'number':
      return { ...hint, type: 'number', step: 'any' };
    case 'boolean': {
      const words = [text.plain('setting.default'), text.plain('setting.yes'), text.plain('setting.no')] as const;
      const [standard, yes, no] = words;
      return {
        ...hint,
        type: 'select',
        options: [
          ['', standard],
          ['true', yes],
          ['false', no],
        ] as const,
      };
    }
    case 'choice':
      return { ...hint, type: 'select', options: ['', ...choices].map((one) => [one, one] as const) };
    case 'json':
      return { ...hint, type: 'textarea', rows: 6, dir: 'ltr' as const };
    case 'secret':
      return { ...hint, type: 'password', autoComplete: 'off', required: true };
    case 'text':
      return hint;
  }
}
