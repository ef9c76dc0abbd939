import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { limits } from '#contract/values/fields.ts';
import { importLimits } from '#contract/values/imports.ts';
import { Field, TextField } from '../kit/forms/fields.tsx';
import { Form, useSubmit } from '../kit/forms/form.tsx';
import { Panel, Problem, ScreenHead } from '../kit/screen-parts.tsx';
import { loadWithFallback } from '../kit/session/failure.ts';
import type { Route } from './+types/new-screen.ts';
import { addSource, type ImportSource, importFromUrl, loadSources, startUpload } from './import-calls.ts';
import { sizeLabel } from './import-words.ts';
import { Steps } from './steps.tsx';
import { FilePicker } from './upload-panel.tsx';
import { beginUpload } from './uploads.ts';

export const clientLoader = () => loadWithFallback<ImportSource[]>(loadSources(), [], 'Failed to fetch the sources');

const newSource = '';
type Way = 'file' | 'url';
const ways: Record<Way, string> = { file: 'Upload a file', url: 'Fetch from a URL' };

const fileProblem = (file: File | undefined) => {
  if (!file) return 'Choose a file.';
  if (file.size === 0) return 'The file is empty.';
  if (file.size > importLimits.bytes)
    return `Feeds can be at most ${sizeLabel(importLimits.bytes)}. Compress or split the file.`;
  return undefined;
};

export default function NewImport({ loaderData: { data: sources, problem: loadProblem } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const [known, setKnown] = useState(sources);
  const [sourceId, setSourceId] = useState(() => {
    const requested = parameters.get('source') ?? '';
    // Preselect only a source that the URL names, so that no feed ends up in another partner’s source by mistake.
    return known.some(({ id }) => id === requested) ? requested : newSource;
  });
  const [name, setName] = useState('');
  const chosen = known.find(({ id }) => id === sourceId);
  const [way, setWay] = useState<Way>(chosen?.url ? 'url' : 'file');
  const [typedUrl, setTypedUrl] = useState<string>();
  const [file, setFile] = useState<File>();
  const { busy, problem, errors, submit, refuse } = useSubmit('The import could not be started.', 'name');
  const url = typedUrl ?? chosen?.url ?? '';

  const choose = (id: string) => {
    setSourceId(id);
    setTypedUrl(undefined);
    if (known.find((source) => source.id === id)?.url) setWay('url');
  };
  /** The new source stays selected if the upload fails, so that a retry doesn’t add it twice. */
  const ensureSource = async () => {
    if (chosen) return chosen.id;
    const added = await addSource(name, way === 'url' ? url : '');
    setKnown([...known, added]);
    setSourceId(added.id);
    return added.id;
  };
  const send = () => {
    const wrong = way === 'file' ? fileProblem(file) : undefined;
    if (wrong) return refuse(wrong, 'file');
    void submit(async () => {
      const source = await ensureSource();
      const started = way === 'file' && file ? await startUpload(source, file) : await importFromUrl(source, url);
      if (way === 'file' && file) beginUpload(started, file);
      await navigate(`/admin/imports/${started.id}`);
    });
  };

  return (
    <>
      <ScreenHead title="New import" />
      <Steps current="feed" />
      <Problem message={loadProblem} />
      <Form
        errors={errors}
        className="grid max-w-3xl gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Problem message={problem} />
        <Panel title="Source">
          <div className="grid gap-4 p-4.5 sm:grid-cols-2">
            <Field
              label="Where the feed comes from"
              name="source"
              hint="Its mapping and rules are reused for the next feed."
            >
              {(attributes) => (
                <select
                  className="field"
                  value={sourceId}
                  onChange={({ target }) => choose(target.value)}
                  {...attributes}
                >
                  <option value={newSource}>A new source</option>
                  {known.map((source) => (
                    <option key={source.id} value={source.id}>
                      {source.name}
                    </option>
                  ))}
                </select>
              )}
            </Field>
            {!chosen && (
              <TextField
                label="Name of the source"
                name="name"
                required
                maxLength={importLimits.sourceName}
                hint="For example, the partner’s name."
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </div>
        </Panel>
        <Panel title="Feed">
          <div className="grid gap-4 p-4.5">
            <fieldset className="flex flex-wrap gap-x-6">
              <legend className="sr-only">How to get the feed</legend>
              {(Object.keys(ways) as Way[]).map((each) => (
                <label key={each} className="flex min-h-11 items-center gap-2.5 text-sm font-medium">
                  <input
                    type="radio"
                    name="way"
                    className="size-5 accent-glow"
                    checked={way === each}
                    onChange={() => setWay(each)}
                  />
                  {ways[each]}
                </label>
              ))}
            </fieldset>
            {way === 'file' ? (
              <FilePicker file={file} problem={errors?.file} onChange={setFile} />
            ) : (
              <TextField
                label="URL"
                name="url"
                type="url"
                required
                maxLength={limits.url}
                hint="The site fetches it, so it must be reachable from the internet."
                value={url}
                onChange={({ target }) => setTypedUrl(target.value)}
              />
            )}
          </div>
        </Panel>
        <div>
          <button type="submit" className="btn btn-primary" disabled={busy} aria-busy={busy}>
            {way === 'file' ? 'Upload' : 'Fetch'}
          </button>
        </div>
      </Form>
    </>
  );
}
