import { type Canvas, circle, glow, gradient, ground, path, repeat } from './canvas.ts';

const middle = 200;

/** Rings that drift apart. */
export const rings = (canvas: Canvas) => {
  const { palette, number } = canvas;
  const ring = (n: number) =>
    circle(
      middle + n * number(-7, 7),
      235 + n * number(-9, 9),
      34 + n * 24,
      `fill="none" stroke="${palette[2 + (n % 3)]}" stroke-width="${number(2, 12)}" opacity="${(0.95 - n * 0.09).toFixed(2)}"`,
    );
  return ground(canvas) + glow(canvas, 'h', middle, 235, 210, palette[3], 0.6) + repeat(8, ring);
};

/** Arches one inside the other, as of a doorway. */
export const arches = (canvas: Canvas) => {
  const { palette, number, id } = canvas;
  const order = [2, 1, 3, 0, 4];
  const shift = number(0, 4);
  const arch = (n: number) => {
    const half = 150 - n * 29;
    return path(
      `M${middle - half} 500V${250 + n * 14}a${half} ${half} 0 0 1 ${half * 2} 0V500Z`,
      `fill="${n === 2 ? `url(#${id('a')})` : palette[order[(n + shift) % 5] ?? 1]}"`,
    );
  };
  return (
    ground(canvas) +
    gradient('linear', id('a'), 'x1="0" y1="0" x2="0" y2="1"', [palette[4], palette[3], palette[2]]) +
    repeat(5, arch)
  );
};

/** Planets on tilted orbits. */
export const orbits = (canvas: Canvas) => {
  const { palette, number } = canvas;
  const orbit = (n: number) => {
    const rx = 70 + n * 32;
    const ry = 24 + n * 13;
    return `<g transform="rotate(${number(-60, 60)} ${middle} 250)"><ellipse cx="${middle}" cy="250" rx="${rx}" ry="${ry}" fill="none" stroke="${palette[2]}" stroke-width="2"/>${circle(middle + (n % 2 ? rx : -rx), 250, number(6, 15), `fill="${palette[3 + (n % 2)]}"`)}</g>`;
  };
  return (
    ground(canvas) +
    glow(canvas, 'h', middle, 250, 190, palette[3], 0.8) +
    circle(middle, 250, number(30, 44), `fill="${palette[3]}"`) +
    repeat(5, orbit)
  );
};

/** Petals around a centre. */
export const petals = (canvas: Canvas) => {
  const { palette, number } = canvas;
  const count = number(7, 13);
  const length = number(120, 165);
  const width = number(26, 52);
  const petal = (n: number) =>
    `<path transform="rotate(${Math.round((n * 360) / count)} ${middle} 250)" d="M${middle} 250q${width}-${Math.round(length / 2)} 0-${length}q-${width} ${Math.round(length / 2)} 0 ${length}Z" fill="${palette[n % 2 ? 3 : 2]}" opacity=".72"/>`;
  return (
    ground(canvas) +
    glow(canvas, 'h', middle, 250, 230, palette[2], 0.7) +
    repeat(count, petal) +
    circle(middle, 250, number(16, 28), `fill="${palette[4]}"`)
  );
};

/** The phases of a moon. */
export const phases = (canvas: Canvas) => {
  const { palette, number } = canvas;
  const x = number(170, 230);
  const y = number(200, 270);
  const radius = number(92, 122);
  const cut = number(28, 80) * (number(0, 1) ? 1 : -1);
  const small = (n: number) => circle(80 + n * 60, 440, 9 + (n % 3) * 4, `fill="${palette[n % 2 ? 3 : 2]}"`);
  return (
    ground(canvas) +
    glow(canvas, 'h', x, y, radius * 2, palette[3], 0.65) +
    circle(x, y, radius, `fill="${palette[4]}"`) +
    circle(x + cut, y - 14, radius - 6, `fill="${palette[1]}"`) +
    repeat(5, small)
  );
};

/** A veil of fine lines. */
export const veil = (canvas: Canvas) => {
  const { palette, number, id } = canvas;
  const bend = number(-160, 160);
  const sway = number(-120, 120);
  const line = (n: number) =>
    `M${-20 + n * 22} 520C${60 + n * 14 + bend} 360 ${140 + n * 6 - bend} 180 ${middle + sway + (n - 10) * 3} -20`;
  return (
    ground(canvas) +
    gradient('linear', id('v'), 'gradientUnits="userSpaceOnUse" x1="0" y1="500" x2="0" y2="0"', [
      palette[2],
      palette[3],
      palette[4],
    ]) +
    path(repeat(21, line), `fill="none" stroke="url(#${id('v')})" stroke-width="3" opacity=".8"`)
  );
};

/** Overlapping discs, the light where they meet. */
export const discs = (canvas: Canvas) => {
  const { palette, number } = canvas;
  const turn = number(0, 60) / 10;
  const disc = (n: number) => {
    const angle = turn + (n * Math.PI * 2) / 3;
    return circle(
      Math.round(middle + 56 * Math.cos(angle)),
      Math.round(245 + 56 * Math.sin(angle)),
      number(84, 112),
      `fill="${palette[2 + n]}" opacity=".62"`,
    );
  };
  return (
    ground(canvas) +
    repeat(3, disc) +
    circle(middle, 245, number(170, 185), `fill="none" stroke="${palette[3]}" stroke-width="2" opacity=".6"`)
  );
};

/** A few bright stars and the lines between them. */
export const starSign = (canvas: Canvas) => {
  const { palette, number } = canvas;
  const points = Array.from({ length: 7 }, (_, n) => [number(60, 340), 60 + n * 62 + number(-14, 14)] as const);
  const dust = repeat(22, () =>
    circle(number(0, 400), number(0, 500), number(1, 2), `fill="${palette[4]}" opacity=".5"`),
  );
  return (
    ground(canvas) +
    glow(canvas, 'h', number(120, 280), number(160, 340), 230, palette[2], 0.9) +
    dust +
    path(
      `M${points.map(([x, y]) => `${x} ${y}`).join('L')}`,
      `fill="none" stroke="${palette[3]}" stroke-width="2" opacity=".7"`,
    ) +
    points.map(([x, y]) => circle(x, y, number(5, 11), `fill="${palette[number(3, 4)]}"`)).join('')
  );
};
