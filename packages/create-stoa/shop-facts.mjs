/** What a shop in a country begins with: its language, currency and time zone. All of it may be changed in gateway.yaml. */

const currencies = `
  AED AE  AFN AF  ALL AL  AMD AM  AOA AO  ARS AR  AUD AU CC CX HM KI NF NR TV  AWG AW  AZN AZ  BAM BA  BBD BB  BDT BD  BHD BH
  BIF BI  BMD BM  BND BN  BOB BO  BRL BR  BSD BS  BTN BT  BWP BW  BYN BY  BZD BZ  CAD CA  CDF CD  CHF CH LI  CLP CL  CNY CN
  COP CO  CRC CR  CUP CU  CVE CV  CZK CZ  DJF DJ  DKK DK FO GL  DOP DO  DZD DZ  EGP EG  ERN ER  ETB ET
  EUR AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA YT
  FJD FJ  FKP FK GS  GBP GB GG IM JE  GEL GE  GHS GH  GIP GI  GMD GM  GNF GN  GTQ GT  GYD GY  HKD HK  HNL HN  HTG HT
  HUF HU  IDR ID  ILS IL PS  INR IN  IQD IQ  IRR IR  ISK IS  JMD JM  JOD JO  JPY JP  KES KE  KGS KG  KHR KH  KMF KM  KPW KP
  KRW KR  KWD KW  KYD KY  KZT KZ  LAK LA  LBP LB  LKR LK  LRD LR  LSL LS  LYD LY  MAD MA EH  MDL MD  MGA MG  MKD MK  MMK MM
  MNT MN  MOP MO  MRU MR  MUR MU  MVR MV  MWK MW  MXN MX  MYR MY  MZN MZ  NAD NA  NGN NG  NIO NI  NOK NO BV SJ  NPR NP
  NZD NZ CK NU PN TK  OMR OM  PAB PA  PEN PE  PGK PG  PHP PH  PKR PK  PLN PL  PYG PY  QAR QA  RON RO  RSD RS  RUB RU  RWF RW
  SAR SA  SBD SB  SCR SC  SDG SD  SEK SE  SGD SG  SHP SH  SLE SL  SOS SO  SRD SR  SSP SS  STN ST  SYP SY  SZL SZ  THB TH
  TJS TJ  TMT TM  TND TN  TOP TO  TRY TR  TTD TT  TWD TW  TZS TZ  UAH UA  UGX UG
  USD AQ AS BQ EC FM GU IO MH MP PR PW SV TC TL UM US VG VI  UYU UY  UZS UZ  VES VE  VND VN  VUV VU  WST WS
  XAF CF CG CM GA GQ TD  XCD AG AI DM GD KN LC MS VC  XCG CW SX  XOF BF BJ CI GW ML NE SN TG  XPF NC PF WF  YER YE  ZAR ZA
  ZMW ZM  ZWG ZW`;

const currencyOf = new Map();
for (const [, currency, countries] of currencies.matchAll(/([A-Z]{3})((?:\s+[A-Z]{2}\b)+)/g))
  for (const country of countries.trim().split(/\s+/)) currencyOf.set(country, currency);

/** Languages that the extensions know, beside English. */
const languages = new Map([
  ...'AT CH DE LI'.split(' ').map((country) => [country, 'de']),
  ...'AE BH DZ EG EH IQ JO KW LB LY MA MR OM PS QA SA SD SY TN YE'.split(' ').map((country) => [country, 'ar']),
]);

/** Where countries have several time zones, that of most people. */
const mainZones = new Map(
  Object.entries({
    AR: 'America/Argentina/Buenos_Aires',
    AU: 'Australia/Sydney',
    BR: 'America/Sao_Paulo',
    CA: 'America/Toronto',
    CL: 'America/Santiago',
    CY: 'Asia/Nicosia',
    ES: 'Europe/Madrid',
    FM: 'Pacific/Pohnpei',
    GL: 'America/Nuuk',
    KI: 'Pacific/Tarawa',
    MH: 'Pacific/Majuro',
    MN: 'Asia/Ulaanbaatar',
    MX: 'America/Mexico_City',
    PF: 'Pacific/Tahiti',
    PG: 'Pacific/Port_Moresby',
    PT: 'Europe/Lisbon',
    RU: 'Europe/Moscow',
    US: 'America/New_York',
    UZ: 'Asia/Tashkent',
  }),
);

/** Names that Node has from before, which newer servers of PostgreSQL do not know. */
const presentNames = new Map(
  Object.entries({
    'Africa/Asmera': 'Africa/Asmara',
    'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
    'America/Catamarca': 'America/Argentina/Catamarca',
    'America/Cordoba': 'America/Argentina/Cordoba',
    'America/Jujuy': 'America/Argentina/Jujuy',
    'America/Mendoza': 'America/Argentina/Mendoza',
    'America/Coral_Harbour': 'America/Atikokan',
    'America/Godthab': 'America/Nuuk',
    'America/Indianapolis': 'America/Indiana/Indianapolis',
    'America/Louisville': 'America/Kentucky/Louisville',
    'Asia/Calcutta': 'Asia/Kolkata',
    'Asia/Katmandu': 'Asia/Kathmandu',
    'Asia/Rangoon': 'Asia/Yangon',
    'Asia/Saigon': 'Asia/Ho_Chi_Minh',
    'Atlantic/Faeroe': 'Atlantic/Faroe',
    'Europe/Kiev': 'Europe/Kyiv',
    'Pacific/Enderbury': 'Pacific/Kanton',
    'Pacific/Ponape': 'Pacific/Pohnpei',
    'Pacific/Truk': 'Pacific/Chuuk',
  }),
);
const presentName = (zone) => presentNames.get(zone) ?? zone;

/** Names of countries that `Intl` does not have. */
const otherNames = new Map(
  Object.entries({
    'czech republic': 'CZ',
    england: 'GB',
    'great britain': 'GB',
    holland: 'NL',
    scotland: 'GB',
    turkey: 'TR',
    usa: 'US',
    vatican: 'VA',
    wales: 'GB',
  }),
);

/**
 * What is true of a shop in a country, by its code in ISO 3166. `here` is the time zone of this machine, which counts
 * where the country has it.
 */
export function factsOf(country, here = Intl.DateTimeFormat().resolvedOptions().timeZone) {
  const region = new Intl.Locale('und', { region: country });
  const zones = (region.getTimeZones?.() ?? region.timeZones ?? []).map(presentName);
  const own = presentName(here);
  return {
    language: languages.get(country) ?? 'en',
    currency: currencyOf.get(country),
    timeZone: zones.includes(own) ? own : (mainZones.get(country) ?? zones[0] ?? 'UTC'),
  };
}

/** The code of a country that was typed as its code or its name, in English or a language of Europe. Undefined for none. */
export function countryOf(text) {
  const typed = plain(text);
  const known = otherNames.get(typed);
  if (known !== undefined) return known;
  const locales = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', Intl.DateTimeFormat().resolvedOptions().locale];
  const names = locales.flatMap((locale) =>
    ['long', 'short'].map((style) => new Intl.DisplayNames(locale, { type: 'region', style })),
  );
  return [...currencyOf.keys()].find(
    (code) => code.toLowerCase() === typed || names.some((name) => plain(name.of(code) ?? '') === typed),
  );
}

/** Without capitals, accents and signs. */
function plain(text) {
  return text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}\s]/gu, '')
    .trim()
    .toLowerCase();
}

/** The country of this machine's language settings. */
export function likelyCountry(locale = Intl.DateTimeFormat().resolvedOptions().locale) {
  const { region } = new Intl.Locale(locale);
  return region !== undefined && currencyOf.has(region) ? region : 'IE';
}
