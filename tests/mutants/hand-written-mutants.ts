import { accountMutants } from './areas/accounts.ts';
import { apiMutants } from './areas/api.ts';
import { backOfficeMutants } from './areas/back-office.ts';
import { catalogueMutants } from './areas/catalogue.ts';
import { partnerMutants } from './areas/partners.ts';
import { publicPageMutants } from './areas/public-pages.ts';
import { recordMutants } from './areas/records.ts';
import { searchMutants } from './areas/search.ts';
import { serverMutants } from './areas/server.ts';
import type { Mutant } from './mutant.ts';

export const handWrittenMutants: Mutant[] = [
  ...accountMutants,
  ...apiMutants,
  ...searchMutants,
  ...catalogueMutants,
  ...partnerMutants,
  ...serverMutants,
  ...publicPageMutants,
  ...backOfficeMutants,
  ...recordMutants,
];
