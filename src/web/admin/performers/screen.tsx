import type { StarRecord } from '#contract/performers.ts';
import { categories } from '#contract/values/categories.ts';
import { limits } from '#contract/values/fields.ts';
import { truncate } from '../../components/format.ts';
import { performerPlaceholder } from '../../components/pictures.tsx';
import { ExportMenu } from '../kit/lists/downloads.tsx';
import { choice, image, longText, text } from '../kit/records/form-fields.tsx';
import { type DraftOf, directoryCalls, type WithId } from '../kit/records/record.ts';
import { loadRecords, type RecordKind, wordsFor } from '../kit/records/record-kind.ts';
import { RecordScreen } from '../kit/records/record-screen.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { categoryColumn, nameColumn, pictureColumn } from '../kit/table/columns.tsx';
import type { Route } from './+types/screen.ts';

const maxDescriptionLength = 100;

const performers: RecordKind<WithId<StarRecord>, DraftOf<'addStar'>> = {
  words: {
    ...wordsFor({ one: 'star', many: 'stars', title: { one: 'Star', many: 'Stars' } }),
    title: 'Star management',
  },
  calls: directoryCalls({
    drafts: 'star',
    many: 'stars',
    one: 'star',
    uniqueField: 'name',
    list: adminClient.getStars,
    add: adminClient.addStar,
    update: adminClient.updateStar,
    remove: adminClient.deleteStar,
  }),
  history: 'star',
  deletedKind: 'stars',
  pageSize: 20,
  nameOf: ({ name }) => name,
  columns: [
    pictureColumn('Image', ({ image: src, name }) => ({ src: src || performerPlaceholder, alt: name })),
    nameColumn('name', 'Name'),
    categoryColumn(({ category }) => category),
    {
      id: 'description',
      header: 'Description',
      className: 'text-muted',
      phone: 'detail',
      cell: (row) => <bdi className="cell-text max-md:inline">{truncate(row.description, maxDescriptionLength)}</bdi>,
    },
  ],
  fields: {
    name: text({ label: 'Name', required: true, maxLength: limits.performer.name }),
    image: image({ label: 'Image URL', isUploaded: true }),
    category: choice(categories, { label: 'Category' }),
    description: longText({ label: 'Description', maxLength: limits.performer.description }),
  },
};

export const clientLoader = ({ url }: Route.ClientLoaderArgs) => loadRecords(performers, url);

export default function Performers({ loaderData }: Route.ComponentProps) {
  const exports = <ExportMenu list="stars" query={{ search: loaderData.search, sort: 'name' }} />;
  return <RecordScreen kind={performers} loaded={loaderData} tools={exports} />;
}
