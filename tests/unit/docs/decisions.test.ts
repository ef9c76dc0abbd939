import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../../docs/decisions');
const records = globSync('*.md', { cwd: folder }).filter((file) => !file.startsWith('000-'));

const form = (number: string) =>
  new RegExp(
    [
      `^# ${number}\\. [A-Z].*[^.]\n`,
      '\n- Status: (proposed|accepted|replaced by \\d{3})\n- Date: \\d{4}-\\d{2}-\\d{2}\n',
      '\n## Context\n[^]+\n## Decision\n[^]+\n## Consequences\n[^]+$',
    ].join(''),
  );

describe('decision records', () => {
  it.each(records)('%s has the form of 000-template.md', (file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const hint = `docs/decisions/${file} needs a title, status, date, context, decision and consequences, in this order: copy 000-template.md.`;
    expect(form(file.slice(0, 3)).test(text), hint).toBe(true);
  });

  it('are numbered without gaps', () => {
    const numbers = records.map((file) => Number(file.slice(0, 3))).sort((a, b) => a - b);
    expect(numbers).toEqual(records.map((_file, at) => at + 1));
  });
});
