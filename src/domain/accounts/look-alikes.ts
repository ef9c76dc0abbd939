/** Scripts with letters that look like those of another one. */
const scripts = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Georgian', 'Hebrew', 'Arabic'];

const mixtures = scripts.map((script) => ({
  some: new RegExp(`\\p{Script=${script}}`, 'u'),
  other: new RegExp(`[^\\P{L}\\p{Script_Extensions=${script}}]`, 'u'),
}));

/** Whether a word has letters of two alphabets, such as 'аdmin' with a Cyrillic first letter. */
export const mixesScripts = (text: string): boolean =>
  text
    .normalize('NFKC')
    .split(/[ ._+@-]/)
    .some((word) => mixtures.some(({ some, other }) => some.test(word) && other.test(word)));

/** Whether an email has letters of another width or form, or of two alphabets between two dots. */
export const hasLookAlikes = (email: string): boolean => email !== email.normalize('NFKC') || mixesScripts(email);

/** Letters and the Latin ones that they look like. Capitals come first: a small в is no b, but a capital В is a B. */
const lookAlikes = (letters: string, latin: string) => {
  const latinOf = new Map([...letters].map((letter, at) => [letter, latin[at] ?? letter]));
  return (text: string) => Array.from(text, (letter) => latinOf.get(letter) ?? letter).join('');
};
const foldCapitals = lookAlikes('АВЕЅІЈКМНОРСТУХԌԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABESIJKMHOPCTYXGQWABEZHIKMNOPTYX');
const foldSmall = lookAlikes('аԁеһіјкӏорԛсѕтѵԝхуαγηικνορτυχωςϳıɑɡɩ', 'adehijklopqcstvwxyaynikvoptuxwcjiagi');

/** The same for names that people could mistake for each other (the skeleton of Unicode's UTS 39, for three alphabets). */
export const nameSkeleton = (name: string): string =>
  foldSmall(foldCapitals(name.normalize('NFKC')).toLowerCase()).normalize('NFKC');
