import { accountMutants } from './areas/accounts.ts';
import { backOfficeMutants } from './areas/back-office.ts';
import { recordMutants } from './areas/records.ts';
import { searchMutants } from './areas/search.ts';
import type { Mutant } from './mutant.ts';

export const keptMutants: Mutant[] = [...accountMutants, ...backOfficeMutants, ...recordMutants, ...searchMutants];
