/** An operator's day with 100,000 posts, on a desktop and on a phone. */
import { beforeAll, describe } from 'vitest';
import { generateCatalogue } from '#domain/demo/generate-catalogue.ts';
import { backOffice } from '../../support/back-office-site.ts';
import { operatorsDay } from '../../support/operators-day.ts';
import { desktop, phone } from '../../support/public-site.ts';

const office = backOffice({ seedDemo: false });

beforeAll(() => generateCatalogue(office.site.owner.pool, { videos: 100_000, seed: 19, now: new Date() }));
// In a hook of its own: both take long.
beforeAll(() => office.site.index.waitUntilIndexed());

describe('on a desktop', () => operatorsDay(office, desktop.viewport));
describe('on a phone', () => operatorsDay(office, phone.viewport, 1));
