import { expect, it } from 'vitest';
import { printedSteps } from '#server/steps.ts';

it('prints a step when it is done, and passes its result on', async () => {
  const lines: string[] = [];
  const step = printedSteps((line) => lines.push(line));
  expect(await step('Schema up to date', async () => 7)).toBe(7);
  expect(lines).toEqual([expect.stringMatching(/^ {2}✓ Schema up to date {20} {1,8}\d+ ms$/)]);
});

it('prints nothing for a step that fails', async () => {
  const lines: string[] = [];
  const failing = () => Promise.reject(new Error('no'));
  await expect(printedSteps((line) => lines.push(line))('Index ready', failing)).rejects.toThrow('no');
  expect(lines).toEqual([]);
});
