import type { Start } from 'stoa';
import type { Documents, Routes, Settings, Texts } from './card.gen.ts';
import { providerOf } from './src/provider.ts';

interface Card {
  readonly routes: Routes;
  readonly documents: Documents;
  readonly texts: Texts;
  readonly settings: Settings;
}

/** Refuses settings that name no provider, and warns of one that takes no money. */
export const start: Start<Card> = ({ settings, logger }) => {
  providerOf(settings);
  if (settings.sandbox !== undefined && process.env.NODE_ENV === 'production')
    logger.warn('the card is a test: orders are paid without money', { sandbox: settings.sandbox });
};
