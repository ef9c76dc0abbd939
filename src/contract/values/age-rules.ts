/**
 * What a visitor of a country has to do before the site opens, from the least strict to the strictest: answer the age
 * gate's question, have the age checked by a provider, or nothing, because the site is closed there.
 */
export const ageRules = ['question', 'assurance', 'closed'] as const;
export type AgeRule = (typeof ageRules)[number];

/** Unknown rules count as the strictest. */
const strictness = (rule: AgeRule) => (ageRules.includes(rule) ? ageRules.indexOf(rule) : ageRules.length);

export const strictestOf = (rules: readonly AgeRule[]): AgeRule =>
  rules.reduce((strictest, rule) => (strictness(rule) > strictness(strictest) ? rule : strictest), 'question');

/** How long an age check lasts, in days. */
export const assuranceDays = 30;
