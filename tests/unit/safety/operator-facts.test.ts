/** Which facts about the operator the pages of the footer still lack. */
import { expect, it } from 'vitest';
import { defaultPageTexts } from '#contract/values/info-page-texts.ts';
import { missingFacts, noOperatorFacts, unknownPlaceholders } from '#contract/values/operator-facts.ts';

const nothing = { ...noOperatorFacts, contactEmail: '' };
const everything = Object.fromEntries(Object.keys(nothing).map((fact) => [fact, 'x'])) as typeof nothing;

it('the default texts need every fact but the telephone', () => {
  const { copyrightAgentPhone, ...needed } = nothing;
  expect(
    missingFacts(defaultPageTexts, nothing)
      .map(({ fact }) => fact)
      .sort(),
  ).toEqual(Object.keys(needed).sort());
});

it('the pages that need a fact are named with it', () => {
  const [missing] = missingFacts(defaultPageTexts, { ...everything, recordsCustodianName: ' ' });
  expect(missing).toEqual({ fact: 'recordsCustodianName', pages: ['records'] });
});

it('a fact that no text names is not missing', () => {
  const texts = { ...defaultPageTexts, records: 'We keep none.' };
  expect(missingFacts(texts, { ...everything, recordsCustodianName: '' })).toEqual([]);
});

it('with all facts nothing is missing', () => {
  expect(missingFacts(defaultPageTexts, everything)).toEqual([]);
});

it('what looks like a placeholder and is none is reported', () => {
  expect(unknownPlaceholders('{{operator}} {{oprator}} {{ siteName }} {{constructor}} {{oprator}}')).toEqual([
    'oprator',
    'constructor',
  ]);
});

it.each(Object.entries(defaultPageTexts))('the default text of %s has known placeholders only', (_, text) => {
  expect(unknownPlaceholders(text)).toEqual([]);
});
