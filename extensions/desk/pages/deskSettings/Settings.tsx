import { Form, Saved, Section, Title } from '@stoa/desk-ui';
import { useForm, useText } from 'stoa';
import type { Layout, SaveSetting, SettingsProps, Texts } from '../../desk.gen.ts';
import { type Setting, settingsIn, shopOwner } from '../../src/setting.ts';
import { labelOf, SettingFields } from '../../src/setting-fields.tsx';
import { shopLabel } from '../../src/shop-label.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { liveSettings action: url(routeId: "saveSetting") }
`;

/** All live settings, each with a form of its own. */
export default function Settings({ liveSettings, action }: SettingsProps) {
  const text = useText<Texts>();
  const { shop = [], others = [] } = Object.groupBy(settingsIn(liveSettings), ({ extension }) =>
    extension === shopOwner ? 'shop' : 'others',
  );
  return (
    <>
      <Title title={text.plain('settings')} />
      <Saved of={{ setting: text('setting.saved') }} />
      <Section title={text('settings.shop')}>
        {shop.map((setting) => {
          const label = shopLabel(setting.name);
          const title = label === undefined ? undefined : text.plain(label);
          const described =
            title === undefined ? setting.described : { ...setting.described, title, description: undefined };
          return <SettingForm key={setting.name} setting={{ ...setting, described }} action={action} />;
        })}
      </Section>
      <Section title={text('settings.others')}>
        {others.map((setting) => (
          <SettingForm key={`${setting.extension} ${setting.name}`} setting={setting} action={action} />
        ))}
      </Section>
    </>
  );
}

function SettingForm({ setting, action }: { readonly setting: Setting; readonly action: string | null }) {
  const text = useText<Texts>();
  const refused = useForm<SaveSetting>('saveSetting');
  const { extension, name, described, value, text: seen } = setting;
  const isRefused = refused.values.extension === extension && refused.values.name === name;
  return (
    <Form
      action={action}
      form={isRefused ? refused : undefined}
      submit={text('setting.save')}
      hidden={{ extension, name, seen: described.shape.kind === 'secret' ? undefined : seen }}
      quiet
    >
      <SettingFields
        of={described}
        path="value"
        label={labelOf(described)}
        value={value}
        sent={isRefused ? refused.values : undefined}
      />
      {isRefused && seen !== '' && <p className="desk-hint">{text('setting.now', { value: seen })}</p>}
    </Form>
  );
}
