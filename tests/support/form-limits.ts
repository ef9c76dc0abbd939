import type { Locator } from 'playwright-core';

/** How long, or how large, each field of a form may be. */
export const formLimits = (form: Locator): Promise<Record<string, number>> =>
  form
    .locator('input, textarea')
    .evaluateAll((all) =>
      Object.fromEntries(
        (all as HTMLInputElement[]).flatMap(({ name, maxLength, max, type }) =>
          name === '' || type === 'date' ? [] : [[name, max === '' || max === undefined ? maxLength : Number(max)]],
        ),
      ),
    );
