import * as abstractions from './abstractions.ts';
import { type Canvas, circle, createCanvas, ground, path, rect, repeat } from './canvas.ts';
import * as landscapes from './landscapes.ts';
import * as portraits from './portraits.ts';

// Logos: a few plain shapes each, still legible at 50 pixels.

const crescent = ({ palette }: Canvas) => path('M118 44a58 58 0 1 0 40 72 46 46 0 1 1-40-72Z', `fill="${palette[3]}"`);

const equaliser = ({ palette }: Canvas) =>
  [56, 108, 78, 40]
    .map((tall, n) => rect(45 + n * 30, 100 - tall / 2, 20, tall, `rx="10" fill="${palette[n === 1 ? 4 : 3]}"`))
    .join('');

const target = ({ palette }: Canvas) =>
  circle(100, 100, 58, `fill="${palette[2]}"`) +
  circle(100, 100, 38, `fill="${palette[0]}"`) +
  circle(100, 100, 18, `fill="${palette[3]}"`);

const peak = ({ palette }: Canvas) =>
  path('M100 44L160 152H40Z', `fill="${palette[3]}"`) + path('M100 44L120 80 100 96 82 78Z', `fill="${palette[4]}"`);

const gate = ({ palette }: Canvas) =>
  path('M48 156V100a52 52 0 0 1 104 0V156H126V100a26 26 0 0 0-52 0V156Z', `fill="${palette[3]}"`) +
  circle(100, 106, 12, `fill="${palette[4]}"`);

const play = ({ palette }: Canvas) =>
  circle(100, 100, 60, `fill="none" stroke="${palette[2]}" stroke-width="12"`) +
  path(
    'M84 70L136 100 84 130Z',
    `fill="${palette[3]}" stroke="${palette[3]}" stroke-width="8" stroke-linejoin="round"`,
  );

const flower = ({ palette }: Canvas) =>
  repeat(6, (n) => {
    const angle = (n * Math.PI) / 3;
    const x = Math.round(100 + 36 * Math.cos(angle));
    return circle(x, Math.round(100 + 36 * Math.sin(angle)), 26, `fill="${palette[n % 2 ? 3 : 2]}"`);
  }) + circle(100, 100, 20, `fill="${palette[4]}"`);

const wave = ({ palette }: Canvas) =>
  repeat(3, (n) =>
    path(
      `M40 ${76 + n * 28}q15-24 30 0t30 0 30 0 30 0`,
      `fill="none" stroke="${palette[4 - n]}" stroke-width="12" stroke-linecap="round"`,
    ),
  );

const signs = [crescent, equaliser, target, peak, gate, play, flower, wave];

const logos = signs.map((sign) => (canvas: Canvas) => ground(canvas) + sign(canvas));

export type ArtKind = 'video' | 'performer' | 'logo';

type Composition = (canvas: Canvas) => string;

const formats: Record<ArtKind, { width: number; height: number; compositions: readonly Composition[] }> = {
  video: { width: 640, height: 360, compositions: [...Object.values(landscapes), ...Object.values(abstractions)] },
  performer: { width: 400, height: 500, compositions: Object.values(portraits) },
  logo: { width: 200, height: 200, compositions: logos },
};

/** Coprime to the numbers of compositions, so that neighbours in a list never look alike. */
const stride = 5;

/** An abstract picture as SVG, deterministic for a kind and number. */
export const drawArt = (kind: ArtKind, n: number): string => {
  const { width, height, compositions } = formats[kind];
  const compose = compositions[(n * stride) % compositions.length];
  const drawing = compose?.(createCanvas(kind, n, width, height)) ?? '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawing}</svg>`;
};
