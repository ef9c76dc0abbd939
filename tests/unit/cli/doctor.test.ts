/** What scripts and monitoring learn from the exit code of `marquee doctor`. */
import { expect, it } from 'vitest';
import { exitCodeOf } from '#cli/doctor.ts';
import { failure, leftToDo, ok, warning } from '#domain/system/check.ts';

const well = ok('Disk', 'It has room.');

it.each([
  ['all is well', [well, well], 0],
  ['something needs attention', [well, warning('Clock', 'It is off.', 'Set it.')], 1],
  ['something is left to do', [leftToDo('Mail', 'No mail server.', 'Set one.'), well], 1],
  ['something fails', [failure('Ports', 'It is taken.', 'Free it.'), warning('Clock', 'It is off.', 'Set it.')], 2],
])('%s', (_case, checks, code) => {
  expect(exitCodeOf(checks)).toBe(code);
});
