/** Progress in a log, where there is no terminal. */
import { expect, it } from 'vitest';
import { progressLines } from '#cli/terminal.ts';

it('a line is printed for each tenth, and after ten seconds if anything has moved', () => {
  const lines: string[] = [];
  let now = 0;
  const { update } = progressLines(
    (line) => lines.push(line.trim()),
    () => now,
  );
  const at = (ms: number, step: string, done = 0) => {
    now = ms;
    update({ step, done });
  };
  at(100, '0 rows');
  at(200, '9 of 100', 0.09);
  at(300, '10 of 100', 0.1);
  at(400, '19 of 100', 0.19);
  at(500, '55 of 100', 0.55);
  at(9000, '56 of 100', 0.56);
  at(10_600, '57 of 100', 0.57);
  at(30_000, '57 of 100', 0.57);
  expect(lines).toEqual(['10 of 100', '55 of 100', '57 of 100']);
});
