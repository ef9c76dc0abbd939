import type { FileLinkRecord } from '#contract/directory.ts';
import { type FileType, fileLinkCategories, fileTypes } from '#contract/values/categories.ts';
import { limits } from '#contract/values/fields.ts';
import { Icon } from '../../components/icon.tsx';
import { choice, longText, text, webUrl } from '../kit/records/form-fields.tsx';
import { type DraftOf, directoryCalls, type WithId } from '../kit/records/record.ts';
import { loadRecords, type RecordKind, wordsFor } from '../kit/records/record-kind.ts';
import { RecordScreen } from '../kit/records/record-screen.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { categoryColumn, shortenedColumn } from '../kit/table/columns.tsx';
import type { Route } from './+types/screen.ts';

const sheet = 'M6 3h8l4 4v14H6zM14 3v4h4';

const iconPaths: Record<FileType, string> = {
  video: 'M8 5.5v13l11-6.5z',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01',
  document: `${sheet}M9 12h6M9 16h6`,
  archive: `${sheet}M11 6h1M12 9h1M11 12h1M12 15h1v3h-2v-3z`,
  other: sheet,
};

function FileTypeIcon({ type }: { type: FileType }) {
  return (
    <svg
      role="img"
      aria-label={type}
      data-icon={type}
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="text-accent"
    >
      <path d={iconPaths[type]} />
    </svg>
  );
}

const fileLinks: RecordKind<WithId<FileLinkRecord>, DraftOf<'addFileLink'>> = {
  words: wordsFor({
    one: 'TeraBox link',
    many: 'TeraBox links',
    title: { one: 'TeraBox Link', many: 'TeraBox Links' },
    short: 'Link',
  }),
  calls: directoryCalls({
    drafts: 'terabox',
    many: 'links',
    one: 'link',
    list: adminClient.searchFileLinks,
    add: adminClient.addFileLink,
    update: adminClient.updateFileLink,
    remove: adminClient.deleteFileLink,
  }),
  history: 'file_link',
  deletedKind: 'terabox',
  pageSize: 20,
  nameOf: ({ title }) => title,
  columns: [
    { id: 'type', header: 'Type', phone: 'picture', cell: (row) => <FileTypeIcon type={row.fileType} /> },
    shortenedColumn({
      id: 'title',
      header: 'Title',
      className: 'font-medium md:max-w-[140px] lg:max-w-[200px]',
      phone: 'title',
      textOf: ({ title }) => title,
    }),
    categoryColumn(({ category }) => category),
    {
      id: 'size',
      header: 'Size',
      phone: 'detail',
      cell: (row) => <span className="cell-text max-md:inline md:min-w-20">{row.size || 'Unknown'}</span>,
    },
    shortenedColumn({
      id: 'description',
      header: 'Description',
      className: 'text-muted md:max-w-[120px] lg:max-w-[150px]',
      textOf: ({ description }) => description,
    }),
    {
      id: 'url',
      header: 'URL',
      cell: (row) => (
        <a
          href={row.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Open ${row.title}`}
          className="icon-button"
        >
          <Icon name="external" />
        </a>
      ),
    },
  ],
  fields: {
    title: text({ label: 'Title', required: true, maxLength: limits.fileLink.title }),
    url: webUrl({ label: 'TeraBox URL', required: true }),
    category: choice(fileLinkCategories, { label: 'Category', isHalf: true }),
    fileType: choice(fileTypes, { label: 'File Type', isHalf: true }),
    size: text({ label: 'File Size', maxLength: limits.fileLink.size, placeholder: '1.5 GB, 250 MB' }),
    description: longText({ label: 'Description', maxLength: limits.fileLink.description }),
  },
};

export const clientLoader = ({ url }: Route.ClientLoaderArgs) => loadRecords(fileLinks, url);

export default function FileLinks({ loaderData }: Route.ComponentProps) {
  return <RecordScreen kind={fileLinks} loaded={loaderData} />;
}
