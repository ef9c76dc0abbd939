import { expect, it } from 'vitest';
import { mayIdentify } from '#domain/searches/personal-texts.ts';

it.each([
  'ida@qqq.example',
  'ida＠qqq.example',
  'call 0612345678',
  '٠٦١٢٣٤٥٦٧٨',
  '०६१२३४५६७८',
  '０６１２３４',
  '06–12–34–56–78',
  '06,12,34,56,78',
  '06_12_34_56',
  '06·12·34·56',
  '+31 (0)6 12.34/56',
  '0️⃣6️⃣1️⃣2️⃣3️⃣',
  '⓪⑥①②③',
])('%s may identify a person', (text) => expect(mayIdentify(text)).toBe(true));

it.each(['harbour lights', '2019', '1080p 60fps', 'part 12 of 3'])('%s does not', (text) =>
  expect(mayIdentify(text)).toBe(false),
);
