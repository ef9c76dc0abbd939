import { expect, it } from 'vitest';
import { isBlank, nonBlankLinePattern, nonBlankTextPattern } from '#contract/values/text.ts';

const patterns = [nonBlankLinePattern, nonBlankTextPattern].map((pattern) => new RegExp(pattern, 'u'));

it.each(['', ' ', '\u200b', '\ufeff', ' \u2060\u00ad ', '\u3164', '\u2800'])('%j is blank', (text) => {
  expect([isBlank(text), ...patterns.map((pattern) => pattern.test(text))]).toEqual([true, false, false]);
});

it.each(['x', ' \u200bx', '夜', '👩\u200d🚀'])('%j is not blank', (text) => {
  expect([isBlank(text), ...patterns.map((pattern) => pattern.test(text))]).toEqual([false, true, true]);
});
