/** The category pages in the order of their tabs, each with its default search word. */
const searchWords = {
  Scout69: 'big',
  Lesbify: 'lesbian',
  Milfnut: 'milf',
  'Sex Sister': 'sis',
  Desi49: 'desi',
  'Dehati Sex': 'indian',
  'Boobs Pressing': 'Boobs',
  Blueflim: 'porn',
  'Famili Sex Com': 'family',
  'Teen Sex': 'teen',
  'Small Tits': 'tits',
  Comxxx: 'step',
  Badwap: 'bad',
  Chochox: 'ass',
  Sex18: 'room',
  'Aunt Sex': 'mom',
  Fullporner: 'girl',
};

export const categoryPages = Object.entries(searchWords).map(([name, word]) => ({
  name,
  slug: name.toLowerCase().replaceAll(' ', '-'),
  word,
}));
