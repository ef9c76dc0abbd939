/**
 * Letters of other alphabets that look like a Latin one, and Latin ones that NFKD does not decompose (after Unicode's
 * confusables.txt, UTS 39). Small letters only: texts are lowercased first.
 */
const lookAlikes: Record<string, string> = {
  a: 'аɑαᴀꭺⱥ⍺ᗅꓮ𐊠λ∂',
  b: 'вьᖯꮟʙꞵβᗷꓐɓƅ',
  c: 'сϲᴄⲥꮯꓚ𐐽ƈȼ',
  d: 'ԁᏧᑯꓒᴅꭰᗞꓓɗđð',
  e: 'еҽєεᴇꭼꓰ℮ɛəǝ',
  f: 'ꜰꬵꞙքϝᖴꓝƒғ',
  g: 'ɡցɢԍꮐᏻꓖɠǥ',
  h: 'һհнꮒᏂʜꮋᕼꓧħ',
  i: 'іιɩɪӏıꭵⲓ⍳',
  j: 'јϳᴊꭻꓙʝ',
  k: 'кκᴋꮶꓗƙқ',
  l: 'ʟꓡꮮᒪⳑłƚ',
  m: 'мᴍꮇᗰꓟϻμ',
  n: 'ոռηɴꓠпνŋɲ',
  o: 'оοσօᴏⲟꓳøθ',
  p: 'рρᴘꮲⲣᑭꓑþƥ',
  q: 'ԛգզ',
  r: 'гʀᴦⲅꭱꮢᖇꓣяɾɍ',
  s: 'ѕꜱꮪտꓢş',
  t: 'тτᴛꭲⲧꓔŧƭ',
  u: 'υսᴜʋꓴцᑌ',
  v: 'ѵᴠꮩꓦⴸ',
  w: 'ԝѡωաᴡꮃꓪшщ',
  x: 'хχⲭꓫᕁ',
  y: 'уүγʏꭹꓬყ',
  z: 'ᴢꮓꓜʐƶ',
};

/** The Latin letter that a letter looks like. */
export const latinLetterOf = new Map(
  Object.entries(lookAlikes).flatMap(([latin, others]) => [...others].map((letter) => [letter, latin] as const)),
);

/** Letters in white on black, and the letters that flags are made of. Each block has A to Z in order. */
const alphabets = [0x1f150, 0x1f170, 0x1f1e6];

/** The letter of a code point in one of those blocks. */
export const enclosedLetterOf = (codePoint: number): string | undefined => {
  const start = alphabets.find((first) => codePoint >= first && codePoint < first + 26);
  return start === undefined ? undefined : String.fromCharCode(codePoint - start + 97);
};
