import { expect, it } from 'vitest';
import { backOffice } from '../../support/back-office-site.ts';

const office = backOffice({}, { hasMouse: true });

it('the actions of a row appear with the focus on wide screens, and are never out of reach of the keyboard', async () => {
  const page = await office.open('/admin/networks');
  const edit = page.getByRole('button', { name: /^Edit / }).nth(1);
  const opacity = () => edit.evaluate((button) => getComputedStyle(button.closest('[popover]') as Element).opacity);
  await page.mouse.move(0, 0);
  await expect.poll(opacity).toBe('0');
  await edit.focus();
  await expect.poll(opacity).toBe('1');
});
