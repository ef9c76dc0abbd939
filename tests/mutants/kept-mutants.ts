import { accountMutants } from './areas/accounts.ts';
import type { Mutant } from './mutant.ts';

export const keptMutants: Mutant[] = [...accountMutants];
