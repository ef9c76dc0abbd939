import { type SubmitEvent, useEffect, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { fieldLabel } from '#contract/values/audit.ts';
import type { CaseReasons } from '#contract/values/cases.ts';
import { limits } from '#contract/values/fields.ts';
import { plural } from '../../components/format.ts';
import { flagWords, kindWords, statusWords } from '../kit/case-words.ts';
import { useConfirmation } from '../kit/dialogs/confirmation.tsx';
import { momentLabel } from '../kit/format.ts';
import { TextAreaField } from '../kit/forms/fields.tsx';
import { useUnsavedGuard } from '../kit/forms/unsaved-guard.ts';
import { DownloadLink } from '../kit/lists/downloads.tsx';
import { ErrorPanel, Panel, ScreenHead } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import { Badge } from '../kit/table/badge.tsx';
import { notify } from '../kit/toasts.tsx';
import { useNow } from '../kit/use-now.ts';
import { useSingleAction } from '../kit/use-single-action.ts';
import type { Route } from './+types/case-screen.ts';
import { CaseActions } from './case-actions.tsx';
import { CaseClock } from './case-clock.tsx';
import { CaseUrlRow } from './case-url.tsx';
import { type Case, loadCase, loadCaseReasons, recordOpening, senderUrl } from './cases.ts';
import { CounterNotices } from './counter-notices.tsx';
import { LongText } from './long-text.tsx';

const entryLabels: Record<string, string> = {
  received: 'Notice received',
  withheld: 'Posts hidden until decided',
  released: 'Posts released',
  question: 'Asked the reporter',
  answer: 'Reporter answered',
  decision: 'Decision',
  objection: 'Reporter objected',
  withdrawal: 'Reporter withdrew the notice',
  counter_notice: 'Counter-notice',
  note: 'Note',
  email: 'Email',
  reminder: 'Reminder',
  export: 'Exported',
};

function NoteForm({ id }: { id: string }) {
  const [text, setText] = useState('');
  const { run, busy } = useSingleAction('The note could not be saved.');
  useUnsavedGuard(text.trim() !== '');
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () => {
      await adminClient.addCaseNote({ params: { id }, body: { text: text.trim() } });
      setText('');
    });
  };
  return (
    <form className="grid gap-3 border-t border-line px-4.5 py-4" onSubmit={add}>
      <TextAreaField
        label="Add a note"
        name="text"
        rows={2}
        hint="Only admins can see it."
        maxLength={limits.cases.note}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button
        type="submit"
        className="btn btn-quiet h-10 justify-self-start px-4 text-sm max-md:h-11"
        disabled={busy || text.trim() === ''}
        aria-busy={busy}
      >
        Add note
      </button>
    </form>
  );
}

function CaseHistory({ caseRecord: { id, entries } }: { caseRecord: Case }) {
  return (
    <Panel title="History">
      <ol aria-label="History of the case" className="grid gap-4 px-4.5 py-4">
        {entries.map(({ _id, at, kind, text, admin, isPublic }) => (
          <li key={_id} className="border-l-2 border-line pl-3.5 text-sm">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-medium">{entryLabels[kind] ?? kind}</span>
              <span className="text-[13px] text-muted">
                {admin && `${admin} · `}
                {momentLabel(at)}
              </span>
            </p>
            {text && (
              <div className="mt-1">
                <LongText text={text} />
              </div>
            )}
            {!isPublic && kind === 'note' && <p className="mt-1 text-[13px] text-muted">Visible to admins only</p>}
          </li>
        ))}
      </ol>
      <NoteForm id={id} />
    </Panel>
  );
}

/** Labels for stored values of the report form's choices and checkboxes. */
const valueLabels: Record<string, Record<string, string>> = {
  relation: { self: 'The person shown', agent: 'Someone acting for the person shown' },
  goodFaith: { yes: 'Confirmed' },
  perjury: { yes: 'Confirmed' },
};

/** Labels of fields whose names mean something else elsewhere. */
const labels: Record<string, string> = {
  rightsHolder: 'Rights holder',
  relation: 'Reported by',
  goodFaith: 'In good faith',
  perjury: 'Accurate, under penalty of perjury',
};

const missingText = ({ missingFingerprints }: Case) =>
  `${plural(missingFingerprints, 'removed picture')} could not be fetched yet, so the same picture under another URL would be accepted. The site goes on trying for eight weeks.`;

/** The order of the report form; JSONB doesn’t keep one. */
const fieldOrder = ['relation', 'rightsHolder', 'address', 'work', 'description', 'moreUrls', 'goodFaith', 'perjury'];
const positionOf = (field: string) => (fieldOrder.includes(field) ? fieldOrder.indexOf(field) : fieldOrder.length);

const emailFact = ({ reporterEmail, sendsMail }: Case) => {
  if (reporterEmail === '') return 'Not given: the reporter sees the decision only on the status page';
  return sendsMail ? reporterEmail : `${reporterEmail}. The site has no mail server, so nothing is sent to it`;
};

const reporterFacts = (caseRecord: Case): [string, string][] => {
  const { erasedAt, isReporterHidden, reporterName } = caseRecord;
  if (erasedAt) return [['Reporter', `Erased on ${momentLabel(erasedAt)}`]];
  if (isReporterHidden) return [['Reporter', 'Only moderators and main admins see who reported this']];
  return [
    ['Name', reporterName || 'Not given'],
    ['Email', emailFact(caseRecord)],
  ];
};

const erasureDetails =
  'Name, email, address and the emails to the reporter are deleted for good. What they wrote about the content stays. An audit log entry says who erased it.';

/** Only for closed cases, because open ones may need a question or an answer. */
function EraseReporter({ caseRecord: { id, version } }: { caseRecord: Case }) {
  const confirm = useConfirmation();
  const { revalidate } = useRevalidator();
  const { run, busy } = useSingleAction('The reporter’s data could not be erased.');
  const erase = () =>
    run(async () => {
      const question = 'Erase the reporter’s data?';
      if (!(await confirm({ question, details: erasureDetails, confirmLabel: 'Erase' }))) return;
      await adminClient.eraseReporter({ params: { id }, body: { version } }).finally(revalidate);
      notify('The reporter’s data was erased.');
    });
  return (
    <div className="border-t border-line px-4.5 py-3">
      <button type="button" className="btn btn-quiet h-10 px-4 text-sm max-md:h-11" disabled={busy} onClick={erase}>
        Erase reporter’s data
      </button>
    </div>
  );
}

function NoticeFacts({ caseRecord }: { caseRecord: Case }) {
  const { details, sender, othersOfSender } = caseRecord;
  const facts: [string, string][] = [
    ['Kind', kindWords[caseRecord.kind]],
    ['Received', momentLabel(caseRecord.receivedAt)],
    ['Decide by', momentLabel(caseRecord.dueAt)],
    ['Notice', caseRecord.isComplete ? 'Complete' : 'Incomplete: something the law requires is missing'],
    ...reporterFacts(caseRecord),
    ...Object.entries(details)
      .toSorted(([one], [other]) => positionOf(one) - positionOf(other))
      .map(([field, value]): [string, string] => [
        labels[field] ?? fieldLabel(field),
        valueLabels[field]?.[value] ?? value,
      ]),
    ['Proof of work', caseRecord.hasProof ? 'Done' : 'None'],
    ...caseRecord.flags.map((flag): [string, string] => ['Note', flagWords[flag]]),
  ];
  return (
    <Panel title="Notice">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2 px-4.5 py-4 text-sm max-sm:grid-cols-1 max-sm:gap-y-0">
        {facts.map(([name, value]) => (
          <div key={`${name} ${value}`} className="contents">
            <dt className="text-muted max-sm:mt-2 max-sm:text-[13px]">{name}</dt>
            <dd className="min-w-0">
              <LongText text={value} />
            </dd>
          </div>
        ))}
      </dl>
      {sender && othersOfSender > 0 && (
        <p className="border-t border-line px-4.5 py-3 text-sm">
          <Link to={senderUrl(sender)} className="text-accent hover:underline">
            {plural(othersOfSender, 'other')} from this sender today
          </Link>
        </p>
      )}
      {caseRecord.status === 'decided' && !caseRecord.erasedAt && !caseRecord.isReporterHidden && (
        <EraseReporter caseRecord={caseRecord} />
      )}
    </Panel>
  );
}

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const [loaded, reasons] = await Promise.all([
    loadWithFallback<Case | null>(loadCase(params.id), null, 'Failed to fetch the case'),
    loadCaseReasons(),
  ]);
  return { loaded, reasons };
};

/** Whether each URL is checked, by its id, where the admin has changed the default. */
type Choices = Record<string, boolean>;

/** The checked URLs. By default all undecided ones; if none is left, all, so that the decision can be changed. */
const selectedOf = ({ urls }: Case, choices: Choices): string[] => {
  const isDecided = urls.every(({ decision }) => decision !== null);
  return urls.filter(({ _id, decision }) => choices[_id] ?? (isDecided || decision === null)).map(({ _id }) => _id);
};

function SelectAll({ count, onSelect }: { count: number; onSelect: (isSelected: boolean) => void }) {
  const style = 'text-accent hover:underline max-md:min-h-11';
  return (
    <p className="flex flex-wrap items-center gap-x-4 border-b border-line px-4.5 py-2.5 text-sm max-sm:px-3.5">
      <span className="mr-auto text-muted tabular-nums">{count} selected</span>
      <button type="button" className={style} onClick={() => onSelect(true)}>
        Select all
      </button>
      <button type="button" className={style} onClick={() => onSelect(false)}>
        Select none
      </button>
    </p>
  );
}

function WholeCase({ caseRecord, reasons }: { caseRecord: Case; reasons: CaseReasons }) {
  const now = useNow();
  const [choices, setChoices] = useState<Choices>({});
  const selected = selectedOf(caseRecord, choices);
  const { urls, status, number, id, version } = caseRecord;
  useEffect(() => void recordOpening(id, version), [id, version]);
  const hasChoice = urls.length > 1;
  const select = (url: string, isSelected: boolean) => setChoices({ ...choices, [url]: isSelected });
  return (
    <>
      <ScreenHead title={`Case ${number}`}>
        {!caseRecord.isReporterHidden && (
          <DownloadLink
            href={`/api/removals/${id}/export`}
            check={() => loadCase(id)}
            failure="The case could not be exported."
          >
            Export signed file
          </DownloadLink>
        )}
        <Link to={`/admin/history/case/${id}`} className="btn btn-quiet">
          Audit log
        </Link>
      </ScreenHead>
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl border border-line bg-surface px-4.5 py-3.5">
        <p className="mr-auto flex flex-wrap items-center gap-3">
          <Badge tone={status === 'decided' ? 'quiet' : status === 'objected' ? 'danger' : 'accent'}>
            {statusWords[status]}
          </Badge>
          <CaseClock caseRecord={caseRecord} now={now} />
          {caseRecord.publicCount > 0 && (
            <b className="font-[620] text-danger">{plural(caseRecord.publicCount, 'post')} still public</b>
          )}
        </p>
        {caseRecord.missingFingerprints > 0 && (
          <p className="order-last w-full text-sm">
            <b className="font-[620] text-danger">Fingerprint missing.</b> {missingText(caseRecord)}
          </p>
        )}
        <CaseActions caseRecord={caseRecord} selected={selected} reasons={reasons} onDecided={() => setChoices({})} />
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_400px]">
        <div className="grid min-w-0 gap-5">
          <Panel title={urls.length === 0 ? 'No URL' : plural(urls.length, 'reported URL')}>
            {urls.length === 0 ? (
              <p className="px-4.5 py-4 text-sm text-muted">The notice names no URL. Read it and reply.</p>
            ) : (
              <>
                {hasChoice && (
                  <SelectAll
                    count={selected.length}
                    onSelect={(isSelected) => setChoices(Object.fromEntries(urls.map(({ _id }) => [_id, isSelected])))}
                  />
                )}
                <ul aria-label="Reported URLs">
                  {urls.map((url) => (
                    <CaseUrlRow
                      key={url._id}
                      url={url}
                      isSelected={selected.includes(url._id)}
                      onSelect={hasChoice ? (isSelected) => select(url._id, isSelected) : undefined}
                    />
                  ))}
                </ul>
              </>
            )}
          </Panel>
          <NoticeFacts caseRecord={caseRecord} />
        </div>
        <div className="grid min-w-0 gap-5">
          <CounterNotices caseRecord={caseRecord} now={now} />
          <CaseHistory caseRecord={caseRecord} />
        </div>
      </div>
    </>
  );
}

export default function CaseScreen({ loaderData: { loaded, reasons } }: Route.ComponentProps) {
  const { data, problem } = loaded;
  return (
    <>
      <p className="mb-3 text-sm max-md:mb-0">
        <Link to="/admin/removals" className="inline-flex items-center text-accent hover:underline max-md:min-h-11">
          Back to Removals
        </Link>
      </p>
      {data ? (
        <WholeCase key={data.id} caseRecord={data} reasons={reasons} />
      ) : (
        <>
          <ScreenHead title="Case" />
          <ErrorPanel message={problem} />
        </>
      )}
    </>
  );
}
