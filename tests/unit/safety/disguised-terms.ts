/** The words that the disguises below hide. */
const words = [
  'preteen',
  'underage',
  'incest',
  'lolita',
  'rapist',
  'bestiality',
  'pedophile',
  'jailbait',
  'necrophilia',
];

const digits: Record<string, string> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7', l: '1' };
const signs: Record<string, string> = { a: '@', s: '$', e: '€', i: '!', l: '|' };
const cyrillic: Record<string, string> = { a: 'а', e: 'е', o: 'о', p: 'р', c: 'с', x: 'х', i: 'і', s: 'ѕ', j: 'ј' };
const greek: Record<string, string> = { a: 'α', o: 'ο', i: 'ι', n: 'η', t: 'τ', p: 'ρ', e: 'ε', u: 'υ' };

const map = (letters: Record<string, string>) => (word: string) =>
  Array.from(word, (letter) => letters[letter] ?? letter).join('');
const shift = (start: number) => (word: string) =>
  Array.from(word, (letter) => String.fromCodePoint(start + letter.charCodeAt(0) - 97)).join('');
const joined = (separator: string) => (word: string) => [...word].join(separator);

/** Every other letter only, so that half of the letters remain. */
const someDigits = (word: string) =>
  Array.from(word, (letter, at) => (at % 2 === 1 ? (digits[letter] ?? letter) : letter)).join('');
const firstSign = (word: string) => {
  const at = [...word].findIndex((letter, n) => n > 0 && n < word.length - 1 && signs[letter] !== undefined);
  return at < 0 ? word : word.slice(0, at) + signs[word[at] ?? ''] + word.slice(at + 1);
};

const disguises: Record<string, (word: string) => string> = {
  'upper case': (word) => word.toUpperCase(),
  'mixed case': (word) => Array.from(word, (letter, at) => (at % 2 ? letter.toUpperCase() : letter)).join(''),
  spaces: joined(' '),
  dots: joined('.'),
  hyphens: joined('-'),
  underscores: joined('_'),
  stars: joined('*'),
  'zero-width spaces': joined('\u200b'),
  'soft hyphens': joined('\u00ad'),
  'word joiners': joined('\u2060'),
  accents: joined('\u0301'),
  'struck through': joined('\u0336'),
  digits: someDigits,
  signs: firstSign,
  Cyrillic: map(cyrillic),
  Greek: map(greek),
  'full width': shift(0xff41),
  'mathematical bold': shift(0x1d41a),
  'mathematical script': shift(0x1d4ea),
  'mathematical sans': shift(0x1d5ba),
  monospace: shift(0x1d68a),
  circled: shift(0x24d0),
  squared: shift(0x1f170),
  'capital I as l': (word) => word.replace(/(?<=[a-z])l/g, 'I'),
  'brackets as o': (word) => word.replace(/(?<=[a-z])o(?=[a-z])/g, '()'),
  'repeated letters': (word) => word.replace(/[aeiou]/, (vowel) => vowel.repeat(5)),
  'in a sentence': (word) => `Watch ${word}, now!`,
  hashtag: (word) => `#${word}`,
  plural: (word) => (word.endsWith('a') || word.endsWith('y') ? word : `${word}s`),
};

export const disguisedTerms: readonly [disguise: string, text: string][] = words.flatMap((word) =>
  Object.entries(disguises).map(([name, disguise]): [string, string] => [`${word}: ${name}`, disguise(word)]),
);

/** Written out, in the languages and forms that the list has. */
export const otherMatches: readonly string[] = [
  'pre teen',
  'pre.teen',
  'PRE/TEEN',
  'preteens',
  'preteenager',
  'MyPreteenSite',
  'under-aged',
  'child porn',
  'childporn',
  'child  pornography',
  'ch1ld p0rn',
  'kiddie-porn',
  'c h i l d p o r n',
  'loli',
  'l0l1',
  '1oli',
  'LoliWorld',
  '15yo',
  '15 yo',
  '15 y/o',
  '13-year-old',
  '12 years old',
  '16 year olds',
  '17yrs old',
  'twelve year old',
  'fourteen years old',
  'fifteen-year-old girl',
  'girl aged thirteen',
  'boy aged 12',
  '١٤ yo',
  '१५ years old',
  'niña 12 años',
  'garota de 14 anos',
  'fille de 13 ans',
  'menor de edad',
  'minderjährig',
  'несовершеннолетняя',
  '小学生',
  '中学生',
  'قاصر',
  'rape',
  'r@pe',
  'r4pe',
  'r a p e',
  'r.a.p.e',
  'raped',
  'gang rape',
  'the rapist',
  'revenge porn',
  'non-consensual',
  'nonconsensual',
  'deepfakes',
  'deep fake',
  'zoophilia',
  'animal sex',
  'dog-sex',
  'snuff film',
  'sex with a minor',
  'naked children',
  'minor girl',
  'Kinderpornografie',
  'Vergewaltigung',
  'pédopornographie',
  'pédophile',
  'pornografía infantil',
  'zoofilia',
  'estupro',
  'stupro',
  'tecavüz',
  'gwałt',
  'детское порно',
  'ПЕДОФИЛ',
  'изнасилование',
  '儿童色情',
  '強姦',
  '児童ポルノ',
  'ロリ',
  '강간',
  'बलात्कार',
  'नाबालिग',
  'اغتصاب',
  'balatkar',
  'lo\u200bli',
  'ra\u00adpe',
  '看儿童色情片',
  'これは児童ポルノです',
];
