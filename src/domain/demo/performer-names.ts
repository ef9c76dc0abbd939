import { limits } from '#contract/values/limits.ts';
import { inventWord } from './invented-words.ts';

const firstNames = (
  'Isla Mara Juno Tess Noor Ava Lena Rhea Cleo Iris Vera Anouk Bryn Briony Carys Dalia Delphi Elowen Esme Fara Freya ' +
  'Gaia Greta Hana Hester Ione Jaya Jorun Kaia Kirra Liv Maren Meera Nila Odette Orla Paloma Petra Quenna Quilla Roshan ' +
  'Saffi Sunniva Tamsin Una Ulla Vesper Wren Willa Xanthe Xenia Yara Yumi Zadie Zora'
).split(' ');

/** Invented, so that no combination with a first name is a real person. */
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

/** Unique invented names that belong to nobody. */
export const performerNames = (count: number) => Array.from({ length: count }, (_, n) => nameOf(n));

export const demoPerformerNames = performerNames(demoPerformers);

/** Always shown in the footer. */
export const featuredPerformers = demoPerformerNames.slice(0, limits.settings.featuredPerformers);
