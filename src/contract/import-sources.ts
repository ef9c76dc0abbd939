import { type Static, Type } from 'typebox';
import { OptionalText, OptionalWebUrl, RequiredText } from './fields.ts';
import { Format, Mapping, Policies, Rules } from './import-settings.ts';
import { IdParams } from './query.ts';
import { Id, OptionalTime, Success, Time, Version } from './responses.ts';
import { defineRoutes } from './route.ts';
import { importLimits, importStates } from './values/imports.ts';

const closed = { additionalProperties: false };

export const ImportSourceRecord = Type.Object({
  _id: Id,
  name: Type.String(),
  url: Type.String({ description: 'Where its feed is fetched from; empty for uploads alone' }),
  everyMinutes: Type.Union([Type.Integer(), Type.Null()], { description: 'Null if its feed is not fetched by itself' }),
  format: Format,
  mapping: Mapping,
  rules: Rules,
  policies: Policies,
  version: Version,
  posts: Type.Integer({ description: 'Posts that came from it and are not deleted' }),
  lastImport: Type.Union([Type.Object({ _id: Id, state: Type.Enum(importStates), createdAt: Time }), Type.Null()]),
  nextFetchAt: OptionalTime,
  problem: Type.Union([Type.String(), Type.Null()], { description: 'Why its feed could not be fetched last time' }),
  isFetching: Type.Boolean(),
  fetchedAt: OptionalTime,
  isUnchanged: Type.Boolean({ description: 'Whether the last feed was the same as the one before' }),
  hasLogin: Type.Boolean({ description: 'Whether a user name or a secret is kept for its feed' }),
});
export type ImportSourceRecord = Static<typeof ImportSourceRecord>;

const SourceName = RequiredText('name', importLimits.sourceName);
const Schedule = Type.Union(
  [Type.Integer({ minimum: importLimits.everyMinutes.min, maximum: importLimits.everyMinutes.max }), Type.Null()],
  {
    description: 'How often its feed is fetched; null for never',
    label: 'schedule',
  },
);
const ExpectedVersion = Type.Integer({ minimum: 1, maximum: 2_147_483_647, label: 'version' });

const area = 'imports';
const One = Success({ source: ImportSourceRecord });

export const importSourceRoutes = defineRoutes({
  getImportSources: {
    method: 'GET',
    path: '/import-sources',
    access: 'admin',
    tokenScopes: ['import'],
    area,
    summary: 'Lists the sources of feeds by name',
    response: Success({ sources: Type.Array(ImportSourceRecord) }),
  },
  getImportSource: {
    method: 'GET',
    path: '/import-sources/:id',
    access: 'admin',
    tokenScopes: ['import'],
    area,
    summary: 'Returns a source with its mapping, rules and policies',
    params: IdParams,
    response: One,
  },
  addImportSource: {
    method: 'POST',
    path: '/import-sources',
    access: 'admin',
    area,
    summary: 'Adds a source. Its mapping is guessed from its first feed.',
    body: Type.Object({ name: SourceName, url: Type.Optional(OptionalWebUrl()) }, closed),
    response: One,
  },
  updateImportSource: {
    method: 'PUT',
    path: '/import-sources/:id',
    access: 'admin',
    area,
    summary:
      'Changes a source. Omitted fields keep their values; imports that are under way keep those they began with, but for the daily cap.',
    params: IdParams,
    body: Type.Object(
      {
        version: ExpectedVersion,
        name: Type.Optional(SourceName),
        url: Type.Optional(OptionalWebUrl()),
        everyMinutes: Type.Optional(Schedule),
        format: Type.Optional(Format),
        mapping: Type.Optional(Mapping),
        rules: Type.Optional(Rules),
        policies: Type.Optional(Policies),
      },
      closed,
    ),
    response: One,
  },
  fetchImportSource: {
    method: 'POST',
    path: '/import-sources/:id/fetch',
    access: 'admin',
    tokenScopes: ['import'],
    area,
    summary:
      'Begins to fetch the feed of a source now. It goes through its dry run and then in by itself, unless that takes down much.',
    params: IdParams,
    response: One,
  },
  setImportSourceLogin: {
    method: 'PUT',
    path: '/import-sources/:id/login',
    access: 'admin',
    area,
    summary:
      'Keeps what the server of a feed wants to know. The secret replaces {secret} in the URL, or is sent as Basic or Bearer authorization. A blank secret forgets both.',
    params: IdParams,
    body: Type.Object(
      {
        username: OptionalText('user name', importLimits.feedUsername),
        secret: OptionalText('secret', importLimits.feedSecret),
      },
      closed,
    ),
    response: One,
  },
  deleteImportSource: {
    method: 'DELETE',
    path: '/import-sources/:id',
    access: 'main_admin',
    area,
    summary: 'Deletes a source. Its posts stay.',
    params: IdParams,
    response: Success({ _id: Id }),
  },
});
