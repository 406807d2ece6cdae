import { errorFinding, type Finding } from '#base';
import { type Config, placeInConfig } from '#config';
import type { ExtensionManifest } from '#extensions';

/** A shop in production needs a server for the mails of its extensions. */
export function checkMail(manifests: readonly ExtensionManifest[], config: Config): readonly Finding[] {
  const first = manifests.find(({ mails }) => mails.length > 0);
  if (first === undefined || !config.mail.isOwed) return [];
  const what = `the extension "${first.id}" sends mails, and "mail" names no server and no sender`;
  const fix = 'Write "mail: { url: \\"${SMTP_URL}\\", from: \\"Shop <shop@example.com>\\" }".';
  return [errorFinding('CONFIG_NOT_FOR_PRODUCTION', { where: placeInConfig(config, ['mail']), what, fix })];
}
