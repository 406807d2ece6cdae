import { Notice, Title } from '@stoa/desk-ui';
import { Area, useText } from 'stoa';
import type { HomeProps, Layout, Texts } from '../../desk.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const permissions = ['desk:use'];
export const areas = ['deskFigures'];
export const query = /* GraphQL */ `
  query { deskSecondFactor }
`;

/** What is to be done today: other extensions say it. A member without a second factor sets it up first. */
export default function Home({ deskSecondFactor: setUp }: HomeProps) {
  const text = useText<Texts>();
  return (
    <>
      <Title title={text.plain('home')} />
      {setUp === null ? (
        <p className="desk-lead">{text('home.about')}</p>
      ) : (
        <Notice tone="bad">{text('secondFactor.needed', { link: (words) => <a href={setUp}>{words}</a> })}</Notice>
      )}
      <div className="desk-figures">
        <Area id="deskFigures" />
      </div>
    </>
  );
}
