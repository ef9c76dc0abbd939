import { Link, useLocation, useSearchParams } from 'react-router';
import { Pagination } from '../../components/pagination.tsx';
import { countedTitle } from '../kit/format/counts.ts';
import { originUrl } from '../kit/lists/list-origin.ts';
import { pageUrl } from '../kit/lists/list-url.ts';
import { SearchField } from '../kit/lists/search-field.tsx';
import { useRecordDialog } from '../kit/records/use-record-dialog.ts';
import type { Video, Videos } from '../kit/records/video.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import type { Loaded } from '../kit/session/failure.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import { namedVideoColumns } from './named-video-columns.tsx';
import { useNamedVideoEditor } from './use-named-video-editor.ts';
import { VideoEditDialog } from './video-edit-dialog.tsx';

const texts = {
  tag: { noun: 'Tag', back: 'Back to tags', listUrl: '/admin/tags-list' },
  performer: { noun: 'Star', back: 'Back to stars', listUrl: '/admin/stars-list' },
};

interface NamedVideosProps {
  kind: keyof typeof texts;
  name: string;
  page: number;
  list: Loaded<Videos>;
}

/** The videos of one tag or one performer. */
export function NamedVideos({ kind, name, page, list }: NamedVideosProps) {
  const location = useLocation();
  const [parameters] = useSearchParams();
  const editor = useNamedVideoEditor(list.data.videos);
  const dialog = useRecordDialog(editor, ({ title }) => title);
  const { noun, back, listUrl } = texts[kind];
  const remove = (video: Video) => void editor.remove(video);

  return (
    <>
      <Link to={originUrl(listUrl, parameters)} className="btn btn-quiet mb-4 h-9 px-3.5 text-sm max-md:h-10">
        {back}
      </Link>
      <ScreenHead title={countedTitle(`Videos for ${noun}: "${name}"`, list.data.totalRecords, list.problem)}>
        <SearchField label="Search videos" />
      </ScreenHead>
      <DataTable
        label="Videos"
        columns={namedVideoColumns({
          page,
          names: kind === 'tag' ? 'performers' : 'tags',
          onEdit: dialog.open,
          onDelete: remove,
        })}
        rows={editor.rows}
        problem={list.problem}
        keyOf={({ id }) => id}
        onOpen={dialog.open}
        onDelete={remove}
        empty={<Empty title="No videos found" />}
      />
      <Pagination page={page} totalPages={list.data.totalPages} hrefOf={pageUrl(location)} siblings={2} />
      <VideoEditDialog dialog={dialog} />
    </>
  );
}
