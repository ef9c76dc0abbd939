import fc from 'fast-check';
import { it } from 'vitest';
import { withFormulaGuard, withoutFormulaGuard } from '#contract/values/exports.ts';

const texts = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\n', '＝', 'a', ' ') });

it('what is guarded against formulas is read back as it was', () => {
  fc.assert(fc.property(texts, (text) => withoutFormulaGuard(withFormulaGuard(text)) === text));
});

it('nothing that a spreadsheet would run begins a guarded cell', () => {
  fc.assert(fc.property(texts, (text) => !/^[=+\-@\t\r\n＝＋－＠]/.test(withFormulaGuard(text))));
});
