import { type FormEvent, type SubmitEvent, useState } from 'react';
import { Link, useNavigate, useRevalidator } from 'react-router';
import { limits } from '#contract/values/fields.ts';
import { importLimits } from '#contract/values/imports.ts';
import { plural } from '../../components/format.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { DraftOffer } from '../kit/draft-offer.tsx';
import { momentLabel } from '../kit/format.ts';
import { Field, TextField } from '../kit/forms/fields.tsx';
import { Form, FormButtons, formText, useSubmit } from '../kit/forms/form.tsx';
import { ErrorPanel, Panel, Problem, ScreenHead } from '../kit/screen-parts.tsx';
import { useAdmin } from '../kit/session/admin-session.ts';
import { notify } from '../kit/toasts.tsx';
import { useRefresh } from '../kit/use-refresh.ts';
import { useSingleAction } from '../kit/use-single-action.ts';
import type { Route } from './+types/source-screen.ts';
import { useDeleteSource } from './deleting.ts';
import { FormatFields } from './format-fields.tsx';
import { fetchSource, type ImportSource, loadRecord, loadSource, setSourceLogin } from './import-calls.ts';
import { MappingFields } from './mapping-fields.tsx';
import { SourceConflict, type SourceForm, scheduleLabel, schedules, useSourceForm } from './source-form.tsx';
import { SourceSections } from './source-sections.tsx';

interface LoginDialogProps {
  source: ImportSource;
  onClose: () => void;
  onSaved: () => void;
}

/** Edits the login that the feed’s server needs. */
function LoginDialog({ source, onClose, onSaved }: LoginDialogProps) {
  const { busy, problem, errors, submit } = useSubmit('The login could not be saved.');
  const save = (username: string, secret: string) =>
    void submit(async () => {
      await setSourceLogin(source, username, secret);
      notify(secret === '' ? 'Login removed.' : 'Login saved.');
      onSaved();
    });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    save(formText(data, 'username'), formText(data, 'secret'));
  };
  return (
    <FormDialog open title="Feed login" size="narrow" onClose={onClose}>
      <Form errors={errors} className="flex flex-col gap-4" onSubmit={send}>
        <p className="text-sm text-muted">
          For feeds that need a password or key. It is stored encrypted and never shown again.
        </p>
        <TextField
          label="User name"
          name="username"
          autoComplete="off"
          maxLength={importLimits.feedUsername}
          hint="Leave empty if the server needs only a key."
        />
        <TextField
          label="Password or key"
          name="secret"
          type="password"
          required
          autoComplete="new-password"
          maxLength={importLimits.feedSecret}
          hint="Replaces {secret} in the URL; otherwise it is sent in a header. Only sent to the server of the saved URL."
        />
        <Problem message={problem} />
        <FormButtons submit="Save login" busy={busy}>
          {source.hasLogin && (
            <button type="button" className="btn btn-quiet" disabled={busy} onClick={() => save('', '')}>
              Remove login
            </button>
          )}
        </FormButtons>
      </Form>
    </FormDialog>
  );
}

const refreshMs = 2000;

/** Fetches the feed now, or edits its login. Only for sources with a URL. */
function FeedActions({ source }: { source: ImportSource }) {
  const { revalidate } = useRevalidator();
  const [isLoginOpen, setLoginOpen] = useState(false);
  const { run, busy } = useSingleAction('The feed could not be fetched.');
  useRefresh(source.isFetching ? refreshMs : undefined);
  const { url, hasLogin, isFetching, fetchedAt, isUnchanged } = source;
  if (url === '') return null;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-2.5">
      <button
        type="button"
        className="btn btn-quiet h-10 px-4 text-sm max-md:h-11"
        disabled={busy || isFetching}
        onClick={() => void run(() => fetchSource(source.id))}
      >
        {isFetching ? 'Fetching…' : 'Fetch and import now'}
      </button>
      <button type="button" className="btn btn-quiet h-10 px-4 text-sm max-md:h-11" onClick={() => setLoginOpen(true)}>
        {hasLogin ? 'Change login' : 'Add a login'}
      </button>
      {fetchedAt && (
        <p className="text-sm text-muted">
          Fetched {momentLabel(fetchedAt)}
          {isUnchanged && '; unchanged'}
        </p>
      )}
      {isLoginOpen && (
        <LoginDialog
          source={source}
          onClose={() => setLoginOpen(false)}
          onSaved={() => {
            setLoginOpen(false);
            void revalidate();
          }}
        />
      )}
    </div>
  );
}

function SourceFields({ draft, change }: Pick<SourceForm, 'draft' | 'change'>) {
  const options = schedules.includes(draft.everyMinutes) ? schedules : [...schedules, draft.everyMinutes];
  return (
    <div className="grid gap-4 p-4.5 md:grid-cols-2">
      <TextField
        label="Name"
        name="name"
        required
        maxLength={importLimits.sourceName}
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Field
        label="Schedule"
        name="everyMinutes"
        hint={draft.url === '' ? 'Enter the URL of the feed first.' : 'Unchanged feeds are skipped.'}
      >
        {(attributes) => (
          <select
            className="field"
            disabled={draft.url === ''}
            value={draft.everyMinutes ?? ''}
            onChange={({ target }) => change({ everyMinutes: target.value === '' ? null : Number(target.value) })}
            {...attributes}
          >
            {options.map((minutes) => (
              <option key={minutes} value={minutes ?? ''}>
                {scheduleLabel(minutes)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="md:col-span-2">
        <TextField
          label="URL of the feed"
          name="url"
          type="url"
          maxLength={limits.url}
          hint="Leave empty if you upload the feeds."
          value={draft.url}
          onChange={({ target }) =>
            change({ url: target.value, ...(target.value === '' ? { everyMinutes: null } : {}) })
          }
        />
      </div>
    </div>
  );
}

export const clientLoader = ({ params: { id } }: Route.ClientLoaderArgs) => loadRecord(id, loadSource, 'source');

function SourceEditor({ source }: { source: ImportSource }) {
  const { revalidate } = useRevalidator();
  const onSaved = async (saved: ImportSource) => {
    notify(source.hasLogin && !saved.hasLogin ? 'Source saved. Enter its login again.' : 'Source saved.');
    await revalidate();
  };
  const form = useSourceForm({ source, onSaved });
  const { draft, change } = form;
  const isMapped = Object.keys(draft.mapping).length > 0;
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    void form.save();
  };
  return (
    <>
      <DraftOffer {...form.kept} onContinue={form.continueDraft} onDiscard={form.kept.refuse}>
        <Form errors={form.errors} onSubmit={save} className="grid gap-5">
          <Problem message={form.problem} />
          <Panel title="Where it comes from">
            <SourceFields draft={draft} change={change} />
          </Panel>
          {isMapped && (
            <>
              <Panel title="Format">
                <FormatFields format={draft.format} onChange={(format) => change({ format })} />
              </Panel>
              <Panel
                title="Columns"
                aside={<span className="text-sm text-muted">Samples are shown in each import</span>}
              >
                <MappingFields columns={[]} mapping={draft.mapping} onChange={(mapping) => change({ mapping })} />
              </Panel>
            </>
          )}
          <SourceSections draft={draft} onChange={change} />
          <div className="sticky bottom-0 z-10 border-t border-line bg-bg/90 py-3 backdrop-blur-lg">
            <button type="submit" className="btn btn-primary" disabled={form.busy} aria-busy={form.busy}>
              Save source
            </button>
          </div>
        </Form>
      </DraftOffer>
      <SourceConflict form={form} />
    </>
  );
}

function Facts({ source }: { source: ImportSource }) {
  const { posts, lastImport, nextFetchAt } = source;
  return (
    <p className="-mt-3 mb-5 flex max-sm:-mt-1 flex-wrap gap-x-3 text-sm text-muted">
      <span>{plural(posts, 'post')}</span>
      {lastImport && (
        <Link to={`/admin/imports/${lastImport._id}`} className="text-accent">
          Last import {momentLabel(lastImport.createdAt)}
        </Link>
      )}
      {nextFetchAt && <span>Next fetch {momentLabel(nextFetchAt)}</span>}
    </p>
  );
}

export default function SourceScreen({ loaderData: { data: source, problem, isMissing } }: Route.ComponentProps) {
  const isMainAdmin = useAdmin()?.role === 'main_admin';
  const navigate = useNavigate();
  const { remove, busy } = useDeleteSource(() => navigate('/admin/imports?tab=sources'));
  if (!source)
    return (
      <>
        <ScreenHead title="Source" />
        <ErrorPanel message={problem} canRetry={!isMissing} />
      </>
    );
  return (
    <>
      <ScreenHead title={source.name}>
        <Link to={`/admin/imports/new?source=${source.id}`} className="btn btn-primary">
          New import
        </Link>
        <Link to={`/admin/imports?source=${source.id}`} className="btn btn-quiet">
          Imports
        </Link>
        {isMainAdmin && (
          <button
            type="button"
            className="btn border-danger text-danger hover:bg-raised"
            disabled={busy}
            onClick={() => remove(source)}
          >
            Delete
          </button>
        )}
      </ScreenHead>
      <Facts source={source} />
      <Problem message={source.problem ?? undefined} />
      <FeedActions source={source} />
      <SourceEditor key={source.id} source={source} />
    </>
  );
}
