import { describe, expect, it } from 'vitest';
import { migrationProblems, releasedVersions } from '../../../scripts/check-migrations.ts';

const released = ['0.2.0', '0.1.0'];
const problemsOf = (sql: string) => migrationProblems({ name: '0099_x', sql, checksum: '' }, released);

describe('the check of migrations', () => {
  it.each([
    [
      'a new table with its indexes and triggers',
      "create table a (id integer primary key, b bigint references videos on delete cascade, check (id > 0));\ncreate unique index a_b on a (b);\nalter table a add c text not null;\ninsert into a values (1, null, '');\nselect watch_changes('a', 'video', 'b');",
    ],
    ['a column that may be null', 'alter table videos add column a text check (length(a) <= 10)'],
    [
      'a column with a default',
      "alter table videos add column a text not null default '', add b timestamptz default now()",
    ],
    [
      'a reference that a delete takes along',
      'alter table videos add column a bigint references tags on delete set null',
    ],
    ['a function of its own', 'create function a() returns void language sql as $$ drop table videos; $$'],
    [
      'an index that is built concurrently',
      'drop index concurrently if exists a;\ncreate index concurrently a on videos (link);',
    ],
    ['what is only mentioned', "-- drop table videos;\ncomment on table videos is 'drop table; alter table'"],
  ])('accepts %s', (_what, sql) => {
    expect(problemsOf(sql)).toEqual([]);
  });

  it.each([
    ['a dropped table', 'drop table videos'],
    ['a dropped column', 'alter table videos add a text, drop column link'],
    ['a renamed table', 'alter table videos rename to films'],
    ['a renamed column', 'alter table videos rename link to url'],
    ['another type', 'alter table videos alter column minutes type bigint'],
    ['a column that must not be null', 'alter table videos alter minutes set not null'],
    ['a new column without a default', 'alter table videos add column a text not null'],
    ['a dropped default', 'alter table videos alter column description drop default'],
    ['a unique index', 'create unique index a on videos (link)'],
    ['a unique constraint', 'alter table videos add constraint a unique (link)'],
    ['a new check', 'alter table videos add constraint a check (minutes > 0) not valid'],
    ['a dropped function', 'drop function log_changes'],
    ['an emptied table', 'truncate videos'],
    ['the end of the transaction', 'create table a (); commit'],
  ])('wants a released version for %s', (_what, sql) => {
    expect(problemsOf(sql)).toEqual([expect.stringContaining('-- Requires VERSION: why')]);
    expect(problemsOf(`-- Compatible: I think so.\n${sql}`)).toHaveLength(1);
    expect(problemsOf(`-- What it is for.\n-- Requires 0.2.0: it no longer uses this.\n${sql}`)).toEqual([]);
    expect(problemsOf(`-- Requires 0.3.0: it no longer uses this.\n${sql}`)).toEqual([
      expect.stringContaining('0.3.0, which is not released'),
    ]);
  });

  it.each([
    ['an index that blocks writes', 'create index a on videos (link)'],
    ['a wider check', 'alter table tags drop constraint tags_slug_check, add constraint tags_slug_check check (true)'],
    ['a replaced function', 'create or replace function log_changes() returns trigger language sql as $$ $$'],
    ['a trigger', 'create trigger a after insert on videos for each row execute function b()'],
    ['a dropped trigger', 'drop trigger log_insert on videos'],
    ['changed rows', "update videos set link = ''"],
    ['a default that rewrites the table', 'alter table videos add a uuid not null default gen_random_uuid()'],
    [
      'a reference that forbids deleting',
      'create table a (b bigint references videos, c bigint references tags on delete cascade)',
    ],
    ['a call that no rule knows', "select watch_changes('videos', 'video', 'id')"],
    ['a dropped index', 'drop index concurrently videos_link'],
  ])('wants a reason for %s', (_what, sql) => {
    const problems = problemsOf(sql);
    expect(problems.length).toBeGreaterThan(0);
    for (const problem of problems) expect(problem).toContain('-- Compatible: why');
    expect(problemsOf(`-- Compatible: because of this.\n${sql}`)).toEqual([]);
  });

  it('wants nothing required without need', () => {
    expect(problemsOf('-- Requires 0.2.0: to be safe.\ncreate table a (id integer)')).toEqual([
      expect.stringContaining('nothing that older versions cannot live with'),
    ]);
  });

  it('keeps what cannot be in a transaction apart, and repeatable', () => {
    expect(problemsOf('create table a (id integer);\ncreate index concurrently b on videos (link)')).toEqual([
      expect.stringContaining('move this out: create table a'),
      expect.stringContaining('needs "drop index concurrently if exists"'),
    ]);
  });
});

it('a version is released once the changelog has a heading for it', () => {
  expect(releasedVersions('# Changelog\n\n## Unreleased\n\n- In 0.3.0\n\n## 0.2.0 - 2026-12-01\n\n## 0.1.0\n')).toEqual(
    ['0.2.0', '0.1.0'],
  );
});
