import * as abstractions from './abstractions.ts';
import { type Canvas, createCanvas } from './canvas.ts';
import * as landscapes from './landscapes.ts';
import { logos } from './logos.ts';
import * as portraits from './portraits.ts';

export type ArtKind = 'video' | 'performer' | 'logo';

interface Format {
  width: number;
  height: number;
  compositions: readonly ((canvas: Canvas) => string)[];
}

const formats: Record<ArtKind, Format> = {
  video: { width: 640, height: 360, compositions: [...Object.values(landscapes), ...Object.values(abstractions)] },
  performer: { width: 400, height: 500, compositions: Object.values(portraits) },
  logo: { width: 200, height: 200, compositions: logos },
};

export const isArtKind = (kind: string): kind is ArtKind => Object.hasOwn(formats, kind);

/** Coprime to the numbers of compositions, so that neighbours in a list never look alike. */
const stride = 5;

/** An abstract picture as SVG, deterministic for a kind and number. */
export const drawArt = (kind: ArtKind, n: number): string => {
  const { width, height, compositions } = formats[kind];
  const compose = compositions[(n * stride) % compositions.length];
  const drawing = compose?.(createCanvas(kind, n, width, height)) ?? '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${drawing}</svg>`;
};
