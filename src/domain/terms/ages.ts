/** Ages of people who may not be shown, as digits. */
const digits = Array.from({ length: 14 }, (_, n) => String(n + 4));
const words = [
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
];

/** As digits and as words. */
export const ages = [...digits, ...words];

const people = ['girl', 'girls', 'boy', 'boys', 'schoolgirl', 'schoolboy', 'child'];

const englishAges = ages.flatMap((age) => [
  `${age} yr old`,
  `${age} yrs old`,
  `${age} year old`,
  `${age} years old`,
  `${age} year olds`,
  `age ${age} girl`,
  `aged ${age} girl`,
  ...people.map((person) => `${person} aged ${age}`),
]);

/** A girl, boy or child of this age; the years alone also stand for how long something lasts. */
const agesOfOtherLanguages = digits.flatMap((age) => [
  ...['niña', 'niño', 'chica', 'chico'].flatMap((person) => [`${person} ${age} años`, `${person} de ${age} años`]),
  ...['menina', 'menino', 'garota', 'garoto'].flatMap((person) => [
    `${person} ${age} anos`,
    `${person} de ${age} anos`,
  ]),
  ...['fille', 'garçon', 'fillette'].flatMap((person) => [`${person} ${age} ans`, `${person} de ${age} ans`]),
  ...['ragazza', 'ragazzo', 'bambina', 'bambino'].flatMap((person) => [
    `${person} ${age} anni`,
    `${person} di ${age} anni`,
  ]),
  ...['mädchen', 'junge', 'teenie'].map((person) => `${person} ${age} jahre`),
  ...['mädchen', 'junge'].map((person) => `${age} jähriges ${person}`),
  ...['девочка', 'мальчик', 'девочке'].map((person) => `${person} ${age} лет`),
  `${age}歳の女の子`,
  `${age}岁女孩`,
]);

/** What says that somebody is too young by giving an age. */
export const agesOfMinors: readonly string[] = [
  ...englishAges,
  ...digits.flatMap((age) => [`${age} yo`, `${age} y o`]),
  ...agesOfOtherLanguages,
];
