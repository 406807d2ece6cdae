import { Title } from '@stoa/desk-ui';
import { Area, useText } from 'stoa';
import type { Layout, Texts } from '../../desk.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const areas = ['deskFigures'];

/** What is to be done today: other extensions say it. */
export default function Home() {
  const text = useText<Texts>();
  return (
    <>
      <Title title={text.plain('home')} />
      <p className="desk-lead">{text('home.about')}</p>
      <div className="desk-figures">
        <Area id="deskFigures" />
      </div>
    </>
  );
}
