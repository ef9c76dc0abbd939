import { useEffect, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { useConfirmation } from '../../kit/feedback/confirmation.tsx';
import { useSingleAction } from '../../kit/feedback/use-single-action.ts';
import { discardImport, type Import } from '../../kit/records/import.ts';
import { Panel } from '../../kit/screen/panel.tsx';
import { Problem } from '../../kit/screen/problem.tsx';
import { sizeLabel, timeLabel } from '../import-words.ts';
import { FilePicker } from './file-picker.tsx';
import { beginUpload, cancelUpload, type Upload, useUpload } from './uploads.ts';

const speedOf = ({ sentBytes, startedFrom, startedAt, totalBytes }: Upload) => {
  const ms = Date.now() - startedAt;
  const sent = sentBytes - startedFrom;
  if (sent === 0 || ms < 2000) return '';
  const left = ((totalBytes - sentBytes) * ms) / sent;
  return ` · ${sizeLabel((sent / ms) * 1000)}/s · ${timeLabel(left)} left`;
};

function Sending({ upload }: { upload: Upload }) {
  const { fileName, sentBytes, totalBytes, isStalled } = upload;
  return (
    <div className="grid gap-2.5">
      <p id="upload-name" className="font-medium [overflow-wrap:anywhere]">
        <bdi>{fileName}</bdi>
      </p>
      <progress aria-labelledby="upload-name" max={Math.max(totalBytes, 1)} value={sentBytes} className="progress" />
      <p role="status" className="text-sm text-muted tabular-nums">
        {sizeLabel(sentBytes)} of {sizeLabel(totalBytes)} sent{speedOf(upload)}
      </p>
      {isStalled && (
        <p role="alert" className="text-sm text-danger">
          The connection is lost. Sending goes on by itself once it is back.
        </p>
      )}
    </div>
  );
}

/** An upload that was left, such as by closing the tab, goes on with the same file. */
function ChooseAgain({ feed }: { feed: Import }) {
  const [problem, setProblem] = useState<string>();
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (file.name !== feed.feed || file.size !== feed.expectedBytes)
      return setProblem(`Choose ${feed.feed} with ${sizeLabel(feed.expectedBytes ?? 0)}, or discard this import.`);
    beginUpload(feed, file);
  };
  return (
    <div className="grid gap-3">
      <p>
        {sizeLabel(feed.bytes)} of {sizeLabel(feed.expectedBytes ?? 0)} have arrived. Choose{' '}
        <bdi className="font-medium">{feed.feed}</bdi> again to go on from there.
      </p>
      <FilePicker file={undefined} problem={problem} onChange={choose} />
    </div>
  );
}

/** The first step of an import: its file is on the way. */
export function UploadPanel({ feed }: { feed: Import }) {
  const upload = useUpload(feed.id);
  const navigate = useNavigate();
  const confirm = useConfirmation();
  const { revalidate } = useRevalidator();
  const { run, busy } = useSingleAction('It could not be discarded.');
  const isDone = upload?.isDone ?? false;
  useEffect(() => {
    if (isDone) void revalidate();
  }, [isDone, revalidate]);

  const discard = async () => {
    const details = 'What has arrived of the file is thrown away.';
    if (
      !(await confirm({
        question: 'Cancel this upload?',
        details,
        confirmLabel: 'Cancel upload',
        cancelLabel: 'Go on',
      }))
    )
      return;
    cancelUpload(feed.id);
    await run(() => discardImport(feed.id));
    await navigate('/admin/imports');
  };
  const retry = () => {
    cancelUpload(feed.id);
    void revalidate();
  };
  return (
    <Panel title="Upload">
      <div className="grid gap-4 p-4.5">
        <Problem message={upload?.problem} />
        {upload && !upload.problem ? <Sending upload={upload} /> : <ChooseAgain feed={feed} />}
        <div className="flex flex-wrap gap-2.5">
          <button type="button" className="btn btn-quiet" disabled={busy || isDone} onClick={() => void discard()}>
            {upload ? 'Cancel upload' : 'Discard'}
          </button>
          {upload?.problem && (
            <button type="button" className="btn btn-quiet" onClick={retry}>
              Reload
            </button>
          )}
        </div>
      </div>
    </Panel>
  );
}
