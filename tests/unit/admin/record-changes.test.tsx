import { describe, expect, it } from 'vitest';
import {
  type RecordChange,
  rowsWithChanges,
  withChange,
  withoutChange,
} from '#web/admin/kit/records/use-record-editor.ts';

interface Note {
  id: string;
  version: number;
  text: string;
}
type Draft = { text: string };

const note = (id: string, text = id): Note => ({ id, version: 1, text });
const change = (key: string, text: string, base: Note | null = null): RecordChange<Note, Draft> => ({
  key,
  base,
  draft: { text },
  state: 'failed',
});
const preview = (draft: Draft, base: Note | null, id: string): Note => ({ ...note(id), ...base, ...draft });
const texts = (rows: { record: Note }[]) => rows.map(({ record }) => record.text);

describe('unsaved changes', () => {
  it('replace an earlier change of the same record, and only that', () => {
    const changes = withChange([change('1', 'old'), change('2', 'other')], change('1', 'new'));
    expect(changes.map(({ draft }) => draft.text)).toEqual(['new', 'other']);
    expect(withoutChange(changes, '1').map(({ key }) => key)).toEqual(['2']);
  });

  it('show in the row of their record', () => {
    const mine = change('2', 'mine', note('2'));
    const rows = rowsWithChanges([note('1'), note('2')], [mine], [], preview);
    expect(texts(rows)).toEqual(['1', 'mine']);
    expect(rows[1]?.change).toBe(mine);
    expect(rows[0]?.change).toBeUndefined();
  });

  it('of records that are not in the list come first', () => {
    const rows = rowsWithChanges(
      [note('1')],
      [change('new-1', 'added'), change('9', 'elsewhere', note('9'))],
      [],
      preview,
    );
    expect(texts(rows)).toEqual(['added', 'elsewhere', '1']);
  });

  it('hide records that are being deleted', () => {
    expect(texts(rowsWithChanges([note('1'), note('2')], [], ['1'], preview))).toEqual(['2']);
  });
});
