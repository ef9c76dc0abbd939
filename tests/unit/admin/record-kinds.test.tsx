import { load } from 'cheerio';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import {
  choice,
  type FormFields,
  fieldLabels,
  longText,
  RecordFields,
  readDraft,
  text,
  webUrl,
  wholeNumber,
} from '#web/admin/kit/records/form-fields.tsx';
import { directoryCalls, type ListedCalls } from '#web/admin/kit/records/record.ts';
import { wordsFor } from '#web/admin/kit/records/record-kind.ts';

interface BoatDraft {
  name: string;
  kind: 'sail' | 'motor';
  seats: number;
  homepage: string;
  notes: string;
}

const fields: FormFields<BoatDraft> = {
  name: text({ label: 'Name', required: true, maxLength: 40 }),
  kind: choice(['sail', 'motor'], { label: 'Kind', isHalf: true }),
  seats: wholeNumber({ label: 'Seats', max: 90, isHalf: true }),
  homepage: webUrl({ label: 'Homepage' }),
  notes: longText({ label: 'Notes', maxLength: 300, placeholder: 'Its colour' }),
};

const render = (values: Partial<BoatDraft> | null, placeholders = {}) =>
  load(renderToStaticMarkup(<RecordFields fields={fields} values={values} placeholders={placeholders} />));

const formWith = (values: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
};

describe('the form of a kind of records', () => {
  it('has a labelled field for each part of a draft, in order, with its value', () => {
    const $ = render({ name: 'Tern', kind: 'motor', seats: 4, notes: 'Red' });
    expect([...$('label')].map((label) => $(label).text())).toEqual(Object.values(fieldLabels(fields)));
    expect([...$('[name]')].map((field) => $(field).attr('name'))).toEqual(Object.keys(fields));
    expect($('[name=name]').attr('value')).toBe('Tern');
    expect($('[name=name]').attr('required')).toBeDefined();
    expect($('[name=kind] option[selected]').text()).toBe('motor');
    expect($('[name=seats]').attr('value')).toBe('4');
    expect($('[name=notes]').text()).toBe('Red');
  });

  it('puts neighbours of half the width on one line', () => {
    const $ = render(null);
    const line = $('.sm\\:grid-cols-2');
    expect([...line.find('[name]')].map((field) => $(field).attr('name'))).toEqual(['kind', 'seats']);
  });

  it('is blank for a new record, with its own placeholders or others', () => {
    const $ = render(null);
    expect($('[name=name]').attr('value')).toBeUndefined();
    expect($('[name=seats]').attr('value')).toBe('0');
    expect($('[name=notes]').attr('placeholder')).toBe('Its colour');
    expect(render(null, { notes: 'Blue' })('[name=notes]').attr('placeholder')).toBe('Blue');
  });

  it('is read into a draft: trimmed texts, numbers, and known choices', () => {
    const given = { name: ' Tern ', kind: 'motor', seats: '4.7', homepage: 'https://example.com', notes: '' };
    const draft = { name: 'Tern', kind: 'motor', seats: 4, homepage: 'https://example.com', notes: '' };
    expect(readDraft(fields, formWith(given))).toEqual(draft);
    const odd = readDraft(fields, formWith({ ...given, kind: 'rocket', seats: 'many' }));
    expect([odd.kind, odd.seats]).toEqual(['sail', 0]);
  });
});

describe('the texts of a kind of records', () => {
  it('follow from its names', () => {
    const title = { one: 'TeraBox Link', many: 'TeraBox Links' };
    const words = wordsFor({ one: 'TeraBox link', many: 'TeraBox links', title, short: 'Link' });
    expect(words).toMatchObject({
      title: 'Manage TeraBox Links',
      list: 'TeraBox links',
      empty: { title: 'No TeraBox links found', note: 'Add your first TeraBox link to get started.' },
      add: { button: 'Add New Link', title: 'Add New TeraBox Link', submit: 'Add Link' },
      edit: { title: 'Edit TeraBox Link', submit: 'Update Link' },
      deleteQuestion: 'Are you sure you want to delete this TeraBox link?',
    });
    expect(wordsFor({ one: 'star', many: 'stars', title: { one: 'Star', many: 'Stars' } })).toMatchObject({
      list: 'Stars',
      noun: 'Star',
      add: { button: 'Add New Star', title: 'Add New Star', submit: 'Add Star' },
    });
  });
});

describe('the calls of a directory', () => {
  interface Boat {
    id: string;
    version: number;
    name: string;
  }
  const stored = { _id: '7', version: 3, name: 'Tern' };
  const known = { id: '7', version: 3, name: 'Tern' };
  const pagination = { currentPage: 1, totalPages: 1, totalCount: 1 };
  const sent: unknown[] = [];
  const answer =
    <T,>(response: T) =>
    async (input: unknown) => {
      sent.push(input);
      return response;
    };
  const calls: ListedCalls<Boat, { name: string }> = directoryCalls({
    ...{ drafts: 'boat', many: 'boats', one: 'boat' },
    list: answer({ boats: [stored], pagination }),
    add: answer({ boat: stored }),
    update: answer({ boat: stored }),
    remove: answer({}),
  });

  it('have the ids of the back-office, and send the version that was loaded', async () => {
    const query = { page: 1, limit: 20, search: '' };
    expect(await calls.list(query)).toEqual({ records: [known], pagination });
    expect(await calls.add({ name: 'Tern' })).toEqual(known);
    expect(await calls.update({ id: '7', version: 2 }, { name: 'Tern' })).toEqual(known);
    await calls.remove({ id: '7', version: 3 });
    expect(sent).toEqual([
      { query },
      { body: { name: 'Tern' } },
      { params: { id: '7' }, body: { name: 'Tern', version: 2 } },
      { params: { id: '7' }, body: { version: 3 } },
    ]);
  });
});
