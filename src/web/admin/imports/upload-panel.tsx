import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { importLimits } from '#contract/values/imports.ts';
import { useConfirmation } from '../kit/dialogs/confirmation.tsx';
import { Panel, Problem } from '../kit/screen-parts.tsx';
import { useSingleAction } from '../kit/use-single-action.ts';
import { discardImport, type Import } from './import-calls.ts';
import { sizeLabel, timeLabel } from './import-words.ts';
import { beginUpload, cancelUpload, type Upload, useUpload } from './uploads.ts';

interface FilePickerProps {
  file: File | undefined;
  problem: string | undefined;
  onChange: (file: File | undefined) => void;
}

const kinds = 'CSV, TSV, JSON, JSON Lines, RSS, Atom or Media RSS, also as .gz or .zip';

/** A file input that also accepts a dropped file. */
export function FilePicker({ file, problem, onChange }: FilePickerProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (!dropped || !input.current) return;
    input.current.files = event.dataTransfer.files;
    onChange(dropped);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: drop target; the input inside does the same by keyboard
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`grid gap-2 rounded-2xl border border-dashed px-4.5 py-5 transition-colors ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
    >
      <label htmlFor={id} className="text-sm font-medium">
        File
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        className="field h-auto py-2"
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-note`}
        onChange={({ target }) => onChange(target.files?.[0])}
      />
      <p id={`${id}-note`} className={`text-[13px] ${problem ? 'text-danger' : 'text-muted'}`}>
        {problem ??
          (file
            ? `${sizeLabel(file.size)}. Sent in parts: after a lost connection or session, the upload resumes where it stopped.`
            : `${kinds}, up to ${sizeLabel(importLimits.bytes)}. Choose a file, or drop it here.`)}
      </p>
    </div>
  );
}

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
          Connection lost. The upload resumes once it is back.
        </p>
      )}
    </div>
  );
}

/** Resumes an interrupted upload, for example after the tab was closed, with the same file. */
function ResumeUpload({ feed }: { feed: Import }) {
  const [problem, setProblem] = useState<string>();
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (file.name !== feed.feed || file.size !== feed.expectedBytes)
      return setProblem(`Choose ${feed.feed} (${sizeLabel(feed.expectedBytes ?? 0)}), or discard this import.`);
    beginUpload(feed, file);
  };
  return (
    <div className="grid gap-3">
      <p>
        {sizeLabel(feed.bytes)} of {sizeLabel(feed.expectedBytes ?? 0)} uploaded. Choose{' '}
        <bdi className="font-medium">{feed.feed}</bdi> again to continue.
      </p>
      <FilePicker file={undefined} problem={problem} onChange={choose} />
    </div>
  );
}

/** The first step of an import: uploading its file. */
export function UploadPanel({ feed }: { feed: Import }) {
  const upload = useUpload(feed.id);
  const navigate = useNavigate();
  const confirm = useConfirmation();
  const { revalidate } = useRevalidator();
  const { run, busy } = useSingleAction('The import could not be discarded.');
  const isDone = upload?.isDone ?? false;
  useEffect(() => {
    if (isDone) void revalidate();
  }, [isDone, revalidate]);

  const discard = async () => {
    const details = 'The part that has been uploaded is deleted.';
    if (
      !(await confirm({
        question: 'Cancel this upload?',
        details,
        confirmLabel: 'Cancel upload',
        cancelLabel: 'Continue upload',
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
        {upload && !upload.problem ? <Sending upload={upload} /> : <ResumeUpload feed={feed} />}
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
