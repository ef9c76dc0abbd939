import { createRandom, pick, type Random } from '#domain/demo/random.ts';

/** Colours from darkest to lightest, in hex because not every SVG renderer supports other formats. */
export type Palette = readonly [ground: string, depth: string, body: string, accent: string, highlight: string];

const palettes: readonly Palette[] = [
  ['#14111c', '#2b2140', '#5b3a6e', '#f2a65a', '#ffe2b8'],
  ['#0f151d', '#1b3145', '#33617d', '#f0b45c', '#fbe6c2'],
  ['#1a1014', '#43202c', '#8a3b48', '#f08a5d', '#ffd9b0'],
  ['#101614', '#1d3a36', '#3c7468', '#e9b872', '#f6ecd0'],
  ['#17121f', '#3a2a5c', '#7a5aa6', '#ff9f80', '#ffe0d2'],
  ['#15130f', '#3a2f1e', '#80633a', '#f4c15d', '#fff0c9'],
  ['#0e1420', '#20305c', '#4a63a8', '#f7a072', '#ffe3cf'],
  ['#190f18', '#4a1f45', '#94417f', '#ffb067', '#ffe4c4'],
  ['#11161a', '#2a3a44', '#5e7682', '#e8935a', '#f8dcc0'],
  ['#180f0e', '#4d231a', '#a24a2c', '#f6bd60', '#ffefcf'],
  ['#0d1718', '#123f44', '#22797c', '#f2a07b', '#ffe5d6'],
  ['#16121a', '#3b2036', '#7c3352', '#e6a23c', '#fbe3b4'],
];

export interface Canvas {
  width: number;
  height: number;
  palette: Palette;
  random: Random;
  /** A random integer from `min` to `max`. */
  number: (min: number, max: number) => number;
  /** Prefixes a name so that the ids of two pictures on one page cannot clash. */
  id: (name: string) => string;
}

export const createCanvas = (kind: string, n: number, width: number, height: number): Canvas => {
  const random = createRandom(77, kind.charCodeAt(0), n);
  return {
    width,
    height,
    random,
    palette: pick(random, palettes),
    number: (min, max) => Math.round(min + random() * (max - min)),
    id: (name) => `${kind}-${n}-${name}`,
  };
};

/** A gradient with evenly spaced stops. `shape` sets its geometry; a colour may end in `/opacity`. */
export const gradient = (kind: 'linear' | 'radial', id: string, shape: string, colours: readonly string[]) => {
  const stops = colours.map((colour, n) => {
    const [hex, opacity] = colour.split('/');
    const at = Math.round((n / (colours.length - 1)) * 100);
    return `<stop offset="${at}%" stop-color="${hex}"${opacity ? ` stop-opacity="${opacity}"` : ''}/>`;
  });
  return `<${kind}Gradient id="${id}" ${shape}>${stops.join('')}</${kind}Gradient>`;
};

export const circle = (x: number, y: number, radius: number, paint: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" ${paint}/>`;

export const rect = (x: number, y: number, width: number, height: number, paint: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${paint}/>`;

export const path = (d: string, paint: string) => `<path d="${d}" ${paint}/>`;

export const repeat = (times: number, draw: (n: number) => string) =>
  Array.from({ length: times }, (_, n) => draw(n)).join('');

/** A dark background, slightly lighter on one side. */
export const ground = ({ width, height, palette, id, number }: Canvas) =>
  gradient('radial', id('g'), `cx="${number(20, 80)}%" cy="${number(0, 70)}%" r="95%"`, [palette[1], palette[0]]) +
  rect(0, 0, width, height, `fill="url(#${id('g')})"`);

/** A soft halo of light. */
export const glow = (
  { id }: Canvas,
  name: string,
  x: number,
  y: number,
  radius: number,
  colour: string,
  opacity = 0.7,
) =>
  gradient('radial', id(name), '', [`${colour}/${opacity}`, `${colour}/${opacity / 3}`, `${colour}/0`]) +
  circle(x, y, radius, `fill="url(#${id(name)})"`);
