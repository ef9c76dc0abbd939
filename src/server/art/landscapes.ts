import { type Canvas, circle, glow, gradient, ground, path, rect, repeat } from './canvas.ts';

const sky = ({ width, height, palette, id }: Canvas) =>
  gradient('linear', id('s'), 'x1="0" y1="0" x2="0" y2="1"', [palette[0], palette[1], palette[2], palette[3]]) +
  rect(0, 0, width, height, `fill="url(#${id('s')})"`);

/** Ranges of hills, each darker than the one behind it, under a low sun. */
export const hills = (canvas: Canvas) => {
  const { width, height, palette, number } = canvas;
  const x = number(140, 500);
  const y = number(110, 190);
  const range = (n: number) => {
    const base = 190 + n * 40;
    const shape = `M0 ${base + number(-30, 20)}C${number(80, 200)} ${base - number(20, 80)} ${number(220, 330)} ${base + number(0, 50)} ${number(340, 400)} ${base + number(-20, 20)}S${number(500, 580)} ${base - number(30, 80)} ${width} ${base + number(-20, 20)}V${height}H0Z`;
    return path(shape, `fill="${palette[n === 0 ? 2 : n === 1 ? 1 : 0]}" opacity="${[0.75, 0.92, 0.55, 0.95][n]}"`);
  };
  return (
    sky(canvas) +
    glow(canvas, 'h', x, y, 190, palette[4], 0.6) +
    circle(x, y, number(34, 58), `fill="${palette[4]}" opacity=".92"`) +
    repeat(4, range)
  );
};

/** A moon over water, and its broken reflection. */
export const sea = (canvas: Canvas) => {
  const { width, palette, number } = canvas;
  const x = number(150, 490);
  const y = number(80, 140);
  const horizon = number(200, 225);
  const ripple = (n: number) => {
    const length = number(20, 70) + n * 9;
    const below = horizon + 10 + Math.round(n * n * 1.3);
    return rect(
      Math.round(x - length / 2) + number(-12, 12),
      below,
      length,
      2 + Math.round(n / 3),
      `rx="2" fill="${palette[3]}" opacity="${(0.85 - n * 0.06).toFixed(2)}"`,
    );
  };
  return (
    sky(canvas) +
    glow(canvas, 'h', x, y, 170, palette[4]) +
    circle(x, y, number(30, 54), `fill="${palette[4]}"`) +
    rect(0, horizon, width, 200, `fill="${palette[0]}" opacity=".86"`) +
    repeat(10, ripple)
  );
};

/** A city at night with lit windows. */
export const skyline = (canvas: Canvas) => {
  const { palette, number } = canvas;
  const moon = glow(canvas, 'h', number(80, 560), number(60, 120), 200, palette[3], 0.45);
  const far = repeat(9, (n) =>
    rect(n * 74 - 10, number(130, 210), number(44, 78), 260, `fill="${palette[2]}" opacity=".38"`),
  );
  const near = repeat(8, (n) => {
    const x = n * 84 - number(4, 20);
    const top = number(150, 270);
    const windows = repeat(6, () => `M${x + 12 + number(0, 4) * 14} ${top + 14 + number(0, 6) * 18}h7v9h-7Z`);
    return (
      rect(x, top, number(84, 100), 260, `fill="${palette[0]}"`) + path(windows, `fill="${palette[n % 3 ? 3 : 4]}"`)
    );
  });
  return sky(canvas) + moon + far + near;
};

/** Mountains of flat triangles with a lit and a shaded side. */
export const peaks = (canvas: Canvas) => {
  const { palette, number } = canvas;
  const peak = (n: number) => {
    const x = n * 130 - 20 + number(-30, 30);
    const top = number(90, 210) + (n % 2) * 40;
    const half = number(120, 190);
    return (
      path(`M${x} ${top}L${x - half} 360H${x + 20}Z`, `fill="${palette[1]}"`) +
      path(`M${x} ${top}L${x + 20} 360H${x + half}Z`, `fill="${palette[0]}"`) +
      path(`M${x} ${top}l-34 44 18-4 12 16 12-14 18 6Z`, `fill="${palette[4]}" opacity=".85"`)
    );
  };
  const star = () => circle(number(10, 630), number(8, 150), number(1, 2), `fill="${palette[4]}" opacity=".8"`);
  return (
    sky(canvas) + repeat(14, star) + glow(canvas, 'h', number(120, 520), 210, 220, palette[3], 0.5) + repeat(6, peak)
  );
};

/** Long dunes with sharp crests. */
export const dunes = (canvas: Canvas) => {
  const { palette, number, id, width, height } = canvas;
  const dune = (n: number) => {
    const y = 150 + n * 48;
    const crest = number(160, 480);
    const top = y - number(30, 70);
    return (
      path(
        `M0 ${y + number(0, 40)}Q${crest - 120} ${y} ${crest} ${top}Q${crest + 90} ${y + 30} ${width} ${y + number(0, 30)}V${height}H0Z`,
        `fill="url(#${id('d')})" opacity=".9"`,
      ) +
      path(
        `M${crest} ${top}Q${crest + 90} ${y + 30} ${width} ${y + number(10, 40)}V${height}H${crest - number(30, 120)}Q${crest + 30} ${y + 60} ${crest} ${top}Z`,
        `fill="${palette[0]}" opacity=".55"`,
      )
    );
  };
  return (
    sky(canvas) +
    gradient('linear', id('d'), 'x1="0" y1="0" x2="0" y2="1"', [palette[3], palette[2], palette[1]]) +
    circle(number(100, 540), number(60, 110), number(24, 44), `fill="${palette[4]}" opacity=".9"`) +
    repeat(4, dune)
  );
};

/** Rain on a window, and the lights of the street behind it. */
export const rain = (canvas: Canvas) => {
  const { palette, number, random } = canvas;
  const lamp = (n: number) =>
    circle(
      number(0, 640),
      number(40, 330),
      number(18, 62),
      `fill="${palette[2 + (n % 3)]}" opacity="${(0.16 + random() * 0.3).toFixed(2)}"`,
    );
  const drops = repeat(22, () => `M${number(0, 660)} ${number(-30, 330)}l-${number(5, 12)} ${number(24, 60)}`);
  return (
    ground(canvas) +
    repeat(13, lamp) +
    path(drops, `stroke="${palette[4]}" stroke-width="1.5" opacity=".45" fill="none" stroke-linecap="round"`)
  );
};
