import type { forms } from './forms.ts';
import type { palettes } from './palettes.ts';

/** Packaging of a demonstration product, and its kind of goods. */
export type Kind = readonly [form: keyof typeof forms, palette: keyof typeof palettes];

/** Ids of the demonstration products, by kind. */
export const assignment: readonly (readonly [Kind, readonly number[]])[] = [
  [
    ['bottle', 'vitamin'],
    [1001, 1002, 1007, 1009],
  ],
  [['dropper', 'vitamin'], [1003]],
  [
    ['carton', 'vitamin'],
    [1004, 1006],
  ],
  [
    ['jar', 'vitamin'],
    [1005, 1008, 1010],
  ],
  [
    ['bottle', 'mineral'],
    [1011, 1013, 1016],
  ],
  [
    ['jar', 'mineral'],
    [1012, 1015, 1017],
  ],
  [['carton', 'mineral'], [1014]],
  [['tub', 'mineral'], [1018]],
  [
    ['bottle', 'oil'],
    [1019, 1022, 1051],
  ],
  [['bottle', 'algae'], [1020]],
  [
    ['flask', 'oil'],
    [1021, 1024],
  ],
  [['flask', 'botanical'], [1023]],
  [
    ['jar', 'botanical'],
    [1025, 1027, 1029],
  ],
  [
    ['bottle', 'botanical'],
    [1026, 1028],
  ],
  [['carton', 'night'], [1030]],
  [['dropper', 'botanical'], [1031]],
  [['flask', 'berry'], [1032]],
  [['pouch', 'botanical'], [1033]],
  [['honeyJar', 'sport'], [1034]],
  [['jar', 'algae'], [1035]],
  [['pouch', 'algae'], [1036]],
  [
    ['bottle', 'gut'],
    [1037, 1039],
  ],
  [
    ['pouch', 'gut'],
    [1038, 1040],
  ],
  [
    ['tub', 'protein'],
    [1041, 1044],
  ],
  [['tub', 'berry'], [1042]],
  [['tub', 'vitamin'], [1043]],
  [
    ['pouch', 'protein'],
    [1045, 1064],
  ],
  [['tub', 'sport'], [1046]],
  [['bottle', 'sport'], [1047]],
  [['pouch', 'sport'], [1048]],
  [['jar', 'gut'], [1049]],
  [['bottle', 'protein'], [1050]],
  [['bottle', 'night'], [1052]],
  [['jar', 'berry'], [1053]],
  [
    ['bag', 'honey'],
    [1054, 1056],
  ],
  [['bag', 'tea'], [1055]],
  [
    ['tin', 'tea'],
    [1057, 1059],
  ],
  [['tin', 'sport'], [1058]],
  [['tin', 'botanical'], [1060]],
  [
    ['honeyJar', 'honey'],
    [1061, 1062],
  ],
  [['jar', 'protein'], [1063]],
  [['bar', 'protein'], [1065]],
  [['pouch', 'honey'], [1066]],
  [['shaker', 'plain'], [1067]],
  [['organiser', 'mineral'], [1068]],
  [['whisk', 'honey'], [1069]],
  [['teapot', 'tea'], [1070]],
  [['spoons', 'plain'], [1071]],
  [['card', 'algae'], [1072]],
];
