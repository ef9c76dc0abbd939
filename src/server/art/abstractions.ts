import { type Canvas, circle, glow, gradient, ground, path, rect, repeat } from './canvas.ts';

/** Soft discs of light. */
export const bokeh = (canvas: Canvas) => {
  const { palette, number, random } = canvas;
  const disc = (n: number) => {
    const radius = number(24, 120 - n * 5);
    const paint = `fill="${palette[n % 3 === 0 ? 3 : n % 3 === 1 ? 2 : 4]}" opacity="${(0.12 + random() * 0.3).toFixed(2)}"`;
    return circle(number(0, 640), number(0, 360), radius, paint);
  };
  return (
    ground(canvas) + glow(canvas, 'h', number(150, 490), number(80, 280), 240, palette[3], 0.55) + repeat(14, disc)
  );
};

/** Beams of a projector through a dark hall. */
export const beams = (canvas: Canvas) => {
  const { palette, number, id } = canvas;
  const x = number(0, 1) * 700 - 30;
  const y = number(-20, 120);
  const far = x > 0 ? -60 : 700;
  const beam = (n: number) => {
    const from = -60 + n * 74 + number(-16, 16);
    return path(
      `M${x} ${y}L${far} ${from}V${from + number(26, 70)}Z`,
      `fill="url(#${id('b')})" opacity="${(0.35 + (n % 3) * 0.22).toFixed(2)}"`,
    );
  };
  return (
    ground(canvas) +
    gradient('linear', id('b'), x > 0 ? 'x1="1" x2="0"' : '', [palette[4], `${palette[3]}/.55`, `${palette[2]}/.1`]) +
    repeat(7, beam) +
    glow(canvas, 'h', x, y, 230, palette[4], 0.9)
  );
};

/** Broad ribbons that cross the picture. */
export const ribbons = (canvas: Canvas) => {
  const { palette, number, id } = canvas;
  const ribbon = (n: number) => {
    const y = 20 + n * 52;
    const shape = `M-20 ${y + number(-20, 40)}C${number(120, 220)} ${y - number(40, 140)} ${number(380, 480)} ${y + number(60, 180)} 660 ${y + number(-50, 50)}`;
    return path(
      shape,
      `stroke="${n % 2 ? `url(#${id('r')})` : palette[2]}" stroke-width="${number(10, 44)}" opacity="${n % 2 ? 0.85 : 0.5}" fill="none"`,
    );
  };
  return ground(canvas) + gradient('linear', id('r'), '', [palette[2], palette[3], palette[4]]) + repeat(7, ribbon);
};

/** Rings around a dark disc with a bright rim. */
export const eclipse = (canvas: Canvas) => {
  const { palette, number } = canvas;
  const x = number(190, 450);
  const y = number(140, 220);
  const radius = number(64, 96);
  const ring = (n: number) =>
    circle(
      x,
      y,
      radius + 26 + n * number(20, 30),
      `fill="none" stroke="${palette[n % 2 ? 2 : 3]}" stroke-width="${number(1, 5)}" opacity="${(0.6 - n * 0.07).toFixed(2)}"`,
    );
  return (
    ground(canvas) +
    glow(canvas, 'h', x, y, radius * 3, palette[3], 0.95) +
    repeat(7, ring) +
    circle(x + number(-6, 6), y + number(-6, 6), radius, `fill="${palette[0]}"`) +
    circle(x, y, radius + 2, `fill="none" stroke="${palette[4]}" stroke-width="3"`)
  );
};

/** Stars joined to an invented constellation. */
export const constellation = (canvas: Canvas) => {
  const { palette, number } = canvas;
  const points = Array.from({ length: 8 }, (_, n) => [50 + n * 77 + number(-22, 22), number(60, 300)] as const);
  const dust = repeat(26, () =>
    circle(number(0, 640), number(0, 360), number(1, 2), `fill="${palette[4]}" opacity=".5"`),
  );
  return (
    ground(canvas) +
    glow(canvas, 'h', number(160, 480), number(90, 270), 260, palette[2], 0.9) +
    dust +
    path(
      `M${points.map(([x, y]) => `${x} ${y}`).join('L')}`,
      `fill="none" stroke="${palette[3]}" stroke-width="1.5" opacity=".75"`,
    ) +
    points.map(([x, y]) => circle(x, y, number(4, 8), `fill="${palette[number(3, 4)]}"`)).join('')
  );
};

/** A grid of quarter discs, as on an old poster. */
export const quarters = (canvas: Canvas) => {
  const { palette, number, width, height } = canvas;
  const side = 120;
  const corners = (x: number, y: number) => [
    `M${x} ${y}h${side}a${side} ${side} 0 0 1-${side} ${side}Z`,
    `M${x + side} ${y}v${side}a${side} ${side} 0 0 1-${side}-${side}Z`,
    `M${x + side} ${y + side}h-${side}a${side} ${side} 0 0 1 ${side}-${side}Z`,
    `M${x} ${y + side}v-${side}a${side} ${side} 0 0 1 ${side} ${side}Z`,
  ];
  const tile = (n: number) => {
    const shape = corners((n % 6) * side - 40, Math.floor(n / 6) * side)[number(0, 3)] ?? '';
    return path(shape, `fill="${palette[[1, 2, 2, 3, 1, 4][number(0, 5)] ?? 1]}"`);
  };
  return rect(0, 0, width, height, `fill="${palette[0]}"`) + repeat(18, tile);
};

/** A stage: folds of a curtain and a pool of light. */
export const stage = (canvas: Canvas) => {
  const { palette, number, id } = canvas;
  const open = number(130, 230);
  const fold = (n: number) => {
    const width = open / 4;
    const shape = (from: number, side: number) =>
      path(
        `M${from} 0h${width * side}q${-10 * side} 200 ${-4 * side} 360h${-width * side}Z`,
        `fill="url(#${id('c')})"`,
      );
    return shape(n * width, 1) + shape(640 - n * width, -1);
  };
  const x = number(280, 360);
  return (
    ground(canvas) +
    path(`M${x} -20L${x - 150} 330H${x + 150}Z`, `fill="${palette[4]}" opacity=".16"`) +
    `<ellipse cx="${x}" cy="320" rx="160" ry="28" fill="${palette[3]}" opacity=".8"/>` +
    gradient('linear', id('c'), '', [palette[1], palette[2], palette[0]]) +
    repeat(4, fold)
  );
};

/** Upright bars, like sound made visible. */
export const bars = (canvas: Canvas) => {
  const { palette, number, id } = canvas;
  const phase = number(0, 60) / 10;
  const bar = (n: number) => {
    const tall = Math.round(50 + 90 * Math.abs(Math.sin(n * 0.37 + phase)) + number(0, 80));
    return rect(22 + n * 30, 180 - tall / 2, 16, tall, `rx="8" fill="url(#${id('b')})"`);
  };
  return (
    ground(canvas) +
    gradient('linear', id('b'), `gradientUnits="userSpaceOnUse" x1="0" y1="60" x2="${number(0, 640)}" y2="300"`, [
      palette[4],
      palette[3],
      palette[2],
    ]) +
    repeat(20, bar)
  );
};
