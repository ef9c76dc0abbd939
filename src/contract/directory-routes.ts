import { type TProperties, type TSchema, Type } from 'typebox';
import { ExpectedVersion, VersionBody } from './fields.ts';
import { IdParams } from './query.ts';
import { Id, Success } from './responses.ts';

/** Every field may be left out, but not all of them. */
export const EditOf = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(
    { ...Type.Partial(Type.Object(fields)).properties, version: ExpectedVersion },
    { additionalProperties: false, minProperties: 1 },
  );

interface DirectoryOptions<Path extends string, Fields extends TProperties, Saved extends TSchema> {
  path: Path;
  area: string;
  fields: Fields;
  /** The response to adding and updating. */
  saved: Saved;
  summaries: { add: string; update: string; remove: string };
}

/** The routes for adding, updating and deleting that the simple directories have in common. */
export const directoryRoutes = <const Path extends string, Fields extends TProperties, Saved extends TSchema>({
  path,
  area,
  fields,
  saved,
  summaries,
}: DirectoryOptions<Path, Fields, Saved>) => ({
  add: {
    method: 'POST' as const,
    path,
    access: 'admin' as const,
    area,
    summary: summaries.add,
    body: Type.Object(fields, { additionalProperties: false }),
    response: saved,
  },
  update: {
    method: 'PUT' as const,
    path: `${path}/:id` as const,
    access: 'admin' as const,
    area,
    summary: summaries.update,
    params: IdParams,
    body: EditOf(fields),
    response: saved,
  },
  remove: {
    method: 'DELETE' as const,
    path: `${path}/:id` as const,
    access: 'admin' as const,
    area,
    summary: summaries.remove,
    params: IdParams,
    body: VersionBody,
    response: Success({ _id: Id }),
  },
});
