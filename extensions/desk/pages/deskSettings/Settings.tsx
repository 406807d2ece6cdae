import { Form, Saved, Section, Title } from '@stoa/desk-ui';
import { useForm, useShop, useText } from 'stoa';
import type { Layout, SavePicture, SaveSetting, SettingsProps, Texts } from '../../desk.gen.ts';
import { type Setting, settingId, settingsIn, shopLabel, shopOwner } from '../../src/setting.ts';
import { labelOf, SettingFields } from '../../src/setting-fields.tsx';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { liveSettings action: url(routeId: "saveSetting") upload: url(routeId: "savePicture") }
`;

/** All live settings, each with a form of its own. The page is long, so an answer leads back to the form. */
export default function Settings({ liveSettings, ...actions }: SettingsProps) {
  const text = useText<Texts>();
  const { shop = [], others = [] } = Object.groupBy(settingsIn(liveSettings, useShop()), ({ extension }) =>
    extension === shopOwner ? 'shop' : 'others',
  );
  return (
    <>
      <Title title={text.plain('settings')} />
      <Section title={text('settings.shop')}>
        {shop.map((setting) => {
          const label = shopLabel(setting.name);
          const words = label !== undefined && { title: text.plain(label), description: undefined };
          const described = { ...setting.described, ...words };
          return <SettingForm key={setting.name} setting={{ ...setting, described }} {...actions} />;
        })}
      </Section>
      <Section title={text('settings.others')}>
        {others.map((setting) => (
          <SettingForm key={`${setting.extension} ${setting.name}`} setting={setting} {...actions} />
        ))}
      </Section>
    </>
  );
}

interface SettingFormProps extends Pick<SettingsProps, 'action' | 'upload'> {
  readonly setting: Setting;
}

function SettingForm({ setting, action, upload }: SettingFormProps) {
  const text = useText<Texts>();
  const saving = useForm<SaveSetting>('saveSetting');
  const uploading = useForm<SavePicture>('savePicture');
  const { extension, name, described, value, text: seen } = setting;
  const isPicture = described.shape.kind === 'picture';
  const sent = isPicture ? uploading : saving;
  const id = settingId(setting);
  const refused = sent.values.extension === extension && sent.values.name === name ? sent : undefined;
  return (
    <Form
      id={id}
      action={withAnchor(isPicture ? upload : action, id)}
      form={refused}
      submit={text('setting.save')}
      hidden={{ extension, name, seen: described.shape.kind === 'secret' ? undefined : seen }}
      files={isPicture}
      quiet
    >
      <Saved of={{ [id]: text('setting.saved') }} />
      <SettingFields of={described} path="value" label={labelOf(described)} value={value} sent={refused?.values} />
      {refused?.status === 409 && seen !== '' && !isPicture && (
        <p className="desk-hint">{text('setting.now', { value: seen })}</p>
      )}
    </Form>
  );
}

/** The browser keeps the anchor of a form's address, also where the answer is the page with an error. */
function withAnchor(address: string | null, id: string): string | null {
  return address && `${address}#${id}`;
}
