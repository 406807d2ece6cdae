import { type CoreTexts, oneOf, ratioText, sizeText } from './english.ts';

export const german: CoreTexts = {
  language: 'de',
  direction: 'ltr',
  notFound: 'Seite nicht gefunden',
  nothingHere: 'Unter dieser Adresse gibt es nichts.',
  toStart: 'Zur Startseite',
  unavailable: 'Vorübergehend nicht verfügbar',
  cannotShow: 'Diese Seite kann im Moment nicht angezeigt werden.',
  tryAgain: 'Gleich noch einmal versuchen',
  partUnavailable: 'Ein Teil dieser Seite ist vorübergehend nicht verfügbar.',
  signIn: 'Melden Sie sich an und senden Sie das Formular noch einmal.',
  signedIn: 'Sie sind jetzt angemeldet. Prüfen Sie Ihre Eingaben und senden Sie sie ab.',
  status: (status) => {
    if (status === 401 || status === 403) return ['Kein Zugang', 'Dafür fehlt Ihnen die Berechtigung.'];
    if (status === 429) return ['Zu viele Anfragen', 'Versuchen Sie es später noch einmal.'];
    if (status < 500) return ['Das hat nicht geklappt', 'Prüfen Sie Ihre Eingaben und versuchen Sie es noch einmal.'];
    return ['Fehler', 'Das hat nicht geklappt. Versuchen Sie es gleich noch einmal.'];
  },
  tooMany: (seconds) =>
    `Zu viele Anfragen. Versuchen Sie es in ${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'} noch einmal.`,
  bodyRequired: 'Der Inhalt fehlt.',
  required: (names) => `Erforderlich: ${names.join(', ')}`,
  unknown: (name) => `${name} ist kein bekanntes Feld`,
  type: (name, types, isRepeated) =>
    `${name} muss ${types.map((type) => germanTypes[type] ?? type).join(' oder ')} sein${isRepeated ? ' und nur einmal vorkommen' : ''}`,
  choice: (name, values) => `${name} muss einer dieser Werte sein: ${values}`,
  empty: (name) => `${name} darf nicht leer sein`,
  pattern: (name, pattern) => `${name} muss zu ${pattern} passen`,
  minLength: (name, limit) => `${name} muss mindestens ${limit} Zeichen haben`,
  maxLength: (name, limit) => `${name} darf höchstens ${limit} Zeichen haben`,
  minimum: (name, limit) => `${name} muss mindestens ${limit} sein`,
  maximum: (name, limit) => `${name} darf höchstens ${limit} sein`,
  format: (name, format) => `${name} hat nicht die Form ${format}`,
  fileType: (name, kinds) => `${name} muss eine Datei vom Typ ${oneOf(kinds, 'oder')} sein`,
  fileSize: (name, limit) => `${name} darf höchstens ${sizeText('de', limit)} groß sein`,
  fileCount: (name, limit) => `${name} nimmt höchstens ${limit} ${limit === 1 ? 'Datei' : 'Dateien'}`,
  filePicture: (name) => `${name} lässt sich nicht als Bild verwenden`,
  contrast: (text, on, { scheme, ratio, least }) =>
    `Auf ${scheme === 'light' ? 'hellen' : 'dunklen'} Bildschirmen hat „${text}“ zu „${on}“ einen Kontrast von ${ratioText('de', ratio)}. Text braucht ${ratioText('de', least)}.`,
  other: (name) => `${name} ist ungültig`,
};

const germanTypes: Readonly<Record<string, string>> = {
  string: 'ein Text',
  integer: 'eine ganze Zahl',
  number: 'eine Zahl',
  boolean: 'true oder false',
  array: 'eine Liste',
  object: 'ein Objekt',
  null: 'null',
};
