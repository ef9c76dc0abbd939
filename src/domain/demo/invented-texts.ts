import { limits } from '#contract/values/fields.ts';
import { between, pick, type Random } from './random.ts';

/** The search words of the site's category pages: every demo video is tagged with exactly one of them. */
export const searchWords =
  'big lesbian milf sis desi indian boobs porn family teen tits step bad ass room mom girl'.split(' ');

/** The rest of the site's built-in tags. */
export const lookWords =
  'hardcore big-tits big-boobs small-tits big-ass threesum white black asian latina blonde brunette redhead mature amateur'.split(
    ' ',
  );

const neutralWords = (
  'outdoor rooftop retro vintage harbour night city rain studio slow-motion sunset beach neon garden travel noir ' +
  'candlelight summer hotel close-up handheld one-take music winter mountain forest train café attic loft balcony ' +
  'terrace courtyard market station bridge river lake island lighthouse pier canal valley meadow orchard vineyard ' +
  'desert canyon coast cliff waterfall glacier aurora starlight moonlight twilight dawn noon dusk midnight morning ' +
  'evening weekend holiday autumn spring monsoon snow fog storm thunder wind mist frost drizzle heatwave amber ' +
  'copper crimson emerald golden indigo ivory jade lavender magenta ochre pearl platinum rose ruby sapphire scarlet ' +
  'silver teal turquoise violet monochrome sepia pastel technicolor grain analogue super-8 sixteen-millimetre ' +
  'widescreen split-screen time-lapse drone panorama tracking-shot long-take soft-focus high-contrast low-light ' +
  'backlight silhouette shadow reflection mirror glass lens prism projector reel marquee cinema theatre stage ' +
  'curtain spotlight backstage rehearsal premiere festival carnival parade masquerade ballroom dance tango waltz ' +
  'jazz blues piano guitar violin vinyl radio cassette karaoke lounge nightclub bar diner bakery kitchen picnic ' +
  'breakfast brunch dinner tea coffee chocolate cinnamon vanilla citrus cherry mango peach library bookshop museum ' +
  'gallery atelier workshop greenhouse conservatory pavilion cabin cottage chalet farmhouse villa penthouse ' +
  'apartment corridor staircase elevator lobby parlour veranda fireplace bathhouse sauna spa pool marina sailing ' +
  'yacht ferry tram metro taxi motorbike bicycle caravan road-trip airport railway tunnel viaduct boulevard alley ' +
  'plaza fountain arcade bazaar skyline suburb village countryside seaside tropics alpine northern southern ' +
  'mediterranean nordic highland lowland lagoon reef dune oasis silk velvet linen lace denim leather satin wool ' +
  'porcelain marble ceramic origami lantern balloon kite feather ribbon umbrella postcard diary letters portrait ' +
  'still-life abstract collage documentary interview anthology episode trailer uncut remastered director-cut'
).split(' ');

const slugOf = (word: string) => word.replace('é', 'e');

/** All tags except the search words, most used first. */
export const commonTags = [...neutralWords.slice(0, 30), ...lookWords, ...neutralWords.slice(30)].map((word) => ({
  slug: slugOf(word),
  name: word.replaceAll('-', ' '),
}));

export const searchTags = searchWords.map((word) => ({ slug: word, name: word }));

const listed = (text: string) => text.split('|');

const things = listed(
  'lanterns|lights|rooftops|mirrors|postcards|shadows|windows|stairs|bridges|trains|gardens|echoes|ribbons|umbrellas|' +
    'candles|records|signals|petals|stars|tides|letters|curtains|corridors|maps|clouds|fountains|keys|paper boats|' +
    'streetlamps|silhouettes|reflections|violins|pianos|projectors|fireflies|lemons|oranges|snowflakes|rivers|' +
    'lighthouses|balconies|arcades|tram lines|teacups|feathers|sails|swallows|clocks|poppies|cafés|pebbles|kites',
);

const moods = listed(
  'slow|silent|golden|amber|copper|restless|distant|velvet|hidden|quiet|bright|electric|tender|wandering|crimson|' +
    'silver|half-lit|forgotten|borrowed|endless|gentle|midnight|northern|southern|glass|paper|painted|drifting|' +
    'burning|frozen|hollow|patient|secret|scarlet|sleepless|salt-white|soft|sunlit|moonlit|tidal|weightless|wild|' +
    'winter|summer|wooden|unfinished|violet|vanishing|rain-washed|neon',
);

const places = listed(
  'at the harbour|above the market|through the valley|by the old station|on the rooftop|behind the theatre|' +
    'along the canal|under the bridge|across the bay|in the glass house|beside the lake|over the city|near the pier|' +
    'in the attic|outside the café|between two rivers|at the end of the line|beyond the orchard|around the corner|' +
    'inside the lighthouse|down the boulevard|past the vineyard|on the night train|from the balcony|in the courtyard',
);

const times = listed(
  'at dawn|before noon|after the rain|at dusk|past midnight|in late autumn|on a slow sunday|in early spring|' +
    'after closing time|before the storm|at first light|on the longest day|in the blue hour|when the snow came|' +
    'until morning|in two takes|after the last show|on a warm evening|between seasons|before the curtain',
);

/** Single words, for synthetic titles whose words are drawn by rank. */
export const singleWords = [...new Set([...things, ...moods, ...places, ...times].flatMap((text) => text.split(' ')))];

const syllables = 'l m r v s t d b n'
  .split(' ')
  .flatMap((onset) => ['a', 'e', 'o', 'ia', 'eo'].map((vowel) => onset + vowel));
const endings = ['', 'r', 'nd', 'sk'];

/** Coprime to the number of words of any length: steps yield each word once, and neighbours look different. */
const step = 104_729;

/** The n-th invented word, pronounceable and unique: of two syllables until those run out, then of three, and so on. */
export const inventWord = (n: number): string => {
  let rest = n;
  for (let length = 2; ; length++) {
    const words = syllables.length ** length * endings.length;
    if (rest < words) return spell((rest * step) % words, length);
    rest -= words;
  }
};

const spell = (code: number, length: number) => {
  let rest = Math.floor(code / endings.length);
  let word = endings[code % endings.length] ?? '';
  for (let index = 0; index < length; index++) {
    word = (syllables[rest % syllables.length] ?? '') + word;
    rest = Math.floor(rest / syllables.length);
  }
  return word;
};

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const shapes: ((random: Random) => string)[] = [
  (random) => `${pick(random, moods)} ${pick(random, things)} ${pick(random, places)}`,
  (random) => `${pick(random, things)} ${pick(random, times)}`,
  (random) => `the ${pick(random, moods)} ${pick(random, things)}`,
  (random) => `${pick(random, things)} and ${pick(random, things)} ${pick(random, places)}`,
  (random) => `${pick(random, moods)} ${pick(random, things)}, part ${pick(random, ['one', 'two', 'three', 'four'])}`,
  (random) => `${pick(random, things)} ${pick(random, places)} ${pick(random, times)}`,
  (random) =>
    `${pick(random, ['seven', 'three', 'a hundred', 'twelve', 'nine'])} ${pick(random, moods)} ${pick(random, things)}`,
  (random) => `before the ${pick(random, things)}, ${pick(random, moods)} ${pick(random, things)}`,
];

/** Titles that contain a search word, for the words that are harmless in a title. */
const shapesOfWord: Record<string, ((random: Random) => string)[]> = {
  big: [
    (random) => `the big ${pick(random, things)} ${pick(random, places)}`,
    (random) => `big ${pick(random, things)}, ${pick(random, moods)} ${pick(random, things)}`,
  ],
  room: [
    (random) => `a room ${pick(random, places)} ${pick(random, times)}`,
    (random) => `the room of ${pick(random, moods)} ${pick(random, things)}`,
  ],
  family: [
    (random) => `a family of ${pick(random, moods)} ${pick(random, things)}`,
    (random) => `family album: ${pick(random, things)} ${pick(random, places)}`,
  ],
  step: [
    (random) => `one step from the ${pick(random, moods)} ${pick(random, things)}`,
    (random) => `step by step ${pick(random, places)} ${pick(random, times)}`,
  ],
  bad: [
    (random) => `bad weather ${pick(random, places)} ${pick(random, times)}`,
    (random) => `not a bad place for ${pick(random, moods)} ${pick(random, things)}`,
  ],
};

/** Composes a neutral title that isn't in `taken`, and adds it. */
export const composeTitle = (random: Random, searchWord: string, taken: Set<string>): string => {
  for (;;) {
    const ofWord = shapesOfWord[searchWord];
    const title = capitalised(pick(random, ofWord && random() < 0.6 ? ofWord : shapes)(random));
    if (taken.has(title)) continue;
    taken.add(title);
    return title;
  }
};

type Sentence = (random: Random, title: string) => string;

const openings: Sentence[] = [
  (random, title) =>
    `“${title}” begins ${pick(random, times)} with ${pick(random, moods)} ${pick(random, things)} ${pick(random, places)}, ` +
    `and follows them without hurry until only the ${pick(random, moods)} ${pick(random, things)} are left in the frame and the sound of the street comes back.`,
  (random, title) =>
    `Shot ${pick(random, places)} ${pick(random, times)}, “${title}” is a ${pick(random, ['calm', 'playful', 'dreamlike', 'warm'])} ` +
    `study of ${pick(random, moods)} ${pick(random, things)}, of ${pick(random, things)} seen from far away, and of the light that wanders from one to the other.`,
  (random, title) =>
    `A demonstration entry for the catalogue: “${title}” shows ${pick(random, things)} ${pick(random, places)}, ` +
    `a handful of ${pick(random, moods)} ${pick(random, things)}, and one long, unbroken look at the ${pick(random, things)} ${pick(random, times)}, when everyone else has gone home.`,
  (random, title) =>
    `Nothing much happens in “${title}”, and that is its charm: ${pick(random, things)} come and go ${pick(random, places)}, ` +
    `the ${pick(random, moods)} ${pick(random, things)} change colour ${pick(random, times)}, and the music takes all the time that it needs.`,
];

const followers: Sentence[] = [
  (random) =>
    `The second half moves ${pick(random, places)}, where the ${pick(random, things)} are ${pick(random, moods)}.`,
  (random) => `Recorded in ${between(random, 2, 9)} takes, with ${pick(random, moods)} colours and plenty of grain.`,
  (random) => `Best watched ${pick(random, times)}, with the ${pick(random, things)} turned down.`,
  (random) => `Look out for the ${pick(random, moods)} ${pick(random, things)} ${pick(random, places)}.`,
];

/** One to three neutral sentences. The first alone is long enough for a meta description. */
export const composeDescription = (random: Random, title: string): string => {
  const sentences = [pick(random, openings)(random, title)];
  const more = between(random, 0, 2);
  for (let n = 0; n < more; n++) sentences.push(pick(random, followers)(random, title));
  return sentences.join(' ');
};

const firstNames = (
  'Isla Mara Juno Tess Noor Ava Lena Rhea Cleo Iris Vera Anouk Bryn Briony Carys Dalia Delphi Elowen Esme Fara Freya ' +
  'Gaia Greta Hana Hester Ione Jaya Jorun Kaia Kirra Liv Maren Meera Nila Odette Orla Paloma Petra Quenna Quilla Roshan ' +
  'Saffi Sunniva Tamsin Una Ulla Vesper Wren Willa Xanthe Xenia Yara Yumi Zadie Zora'
).split(' ');

/** Invented, so that no full name is a real person's. */
const lastNames = (
  'Torven Quillane Valdane Ardwyn Selimar Brandolt Mossvik Stormell Farrowen Calverne Lindqual Ostrane Hexworthen ' +
  'Belmarrow Cindrel Dovantry Emberlyn Fenwicke Galdrane Halvorsk Ingelmoor Jasperell Kestramund Lorvane Merriweld ' +
  'Nightengard Orlvane Pellinor Quenneth Rookwell Silverane Thornevik Umberlyn Vantrelle Wexcombe Yarrowend Zelmarin ' +
  'Ashgrovel Brackenmere Coralind Duskwyn Eldermoss Foxmarrow Glassmere Hollowind Ivorsund Juniperell Larkmoor Maplevane'
).split(' ');

const lastNameEndings = ['mere', 'wyn', 'vane', 'dell'];

const demoPerformers = 200;

const inventLastName = (n: number) => {
  const invented = inventWord(n) + lastNameEndings[n % lastNameEndings.length];
  return invented.charAt(0).toUpperCase() + invented.slice(1);
};

const nameOf = (n: number) => {
  const first = firstNames[n % firstNames.length] ?? '';
  const last = n < demoPerformers ? lastNames[n % lastNames.length] : inventLastName(n);
  return `${first} ${last}`;
};

export const performerNames = (count: number) => Array.from({ length: count }, (_, n) => nameOf(n));

export const demoPerformerNames = performerNames(demoPerformers);

/** The performers that the footer always shows. */
export const featuredPerformers = demoPerformerNames.slice(0, limits.settings.featuredPerformers);
