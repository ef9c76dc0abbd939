/** Why a call was refused, for clients that can do something about it. */
export const problemCodes = [
  'fresh_proof_required',
  'second_factor_required',
  'age_assurance_required',
  'country_closed',
] as const;
export type ProblemCode = (typeof problemCodes)[number];
