import { type MouseEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { ReportBody } from '#contract/reports.ts';
import type { CaseKind } from '#contract/values/cases.ts';
import {
  fieldsOf,
  type ReportField,
  reportForms,
  reportLimits,
  reportStatusPath,
  reportTexts,
  reportTicks,
} from '#contract/values/reports.ts';
import { useSite } from '../../components/use-site.ts';
import { type Failure, failureOf } from './failure.ts';
import { Choice, TextArea, TextField, Tick } from './field.tsx';
import { finishProof, forgetProof, startProof } from './prove-work.ts';
import { reportClient } from './report-client.ts';
import { clearDraft, fillUrl, restoreDraft, saveDraft } from './report-draft.ts';
import { reportedVideo, reportHref, sentPath } from './report-urls.ts';

/** Explains each kind in the list where visitors choose one. */
export const kindHints: Record<CaseKind, string> = {
  intimate_image: 'Real, edited or computer-generated. We decide within 48 hours of a complete report.',
  minor: 'We hide as much of it as we can before a person has looked. You can stay anonymous.',
  copyright: 'Your work, or that of someone you represent.',
  personal_data: 'A name, a face, an address, or anything else about you.',
  dead_link: 'The video is gone, or another one plays.',
  other: 'Anything else that should not be here.',
};

interface FieldText {
  label: string;
  hint?: string;
}

type FieldTexts = Partial<Record<ReportField, FieldText>>;

const common: Record<ReportField, FieldText> = {
  urls: {
    label: 'URLs',
    hint: 'One per line, copied from the address bar: pages of this site, or the links they lead to.',
  },
  relation: { label: 'Who is shown' },
  description: { label: 'What is wrong', hint: 'A few words are enough.' },
  work: { label: 'Your work', hint: 'What it is, and where the original can be seen.' },
  rightsHolder: { label: 'Rights holder', hint: 'You, or the person or company you represent.' },
  address: { label: 'Postal address or telephone', hint: 'The law lets us ask for it. It is not published.' },
  name: { label: 'Your full name', hint: 'Typing it here is your signature.' },
  email: { label: 'Your email', hint: 'Only for this case. We send you its number and what we decide.' },
  goodFaith: { label: 'In good faith, I believe that what I have written is true.' },
  perjury: {
    label: 'Under penalty of perjury: this notice is accurate, and I hold the rights or may act for the rights holder.',
  },
};

const special: Partial<Record<CaseKind, FieldTexts>> = {
  intimate_image: {
    description: {
      label: 'Which image it is',
      hint: 'How we can recognize the person, for example “the woman in the red coat, from the first minute on”.',
    },
    goodFaith: { label: 'In good faith, I believe that this was published without the consent of the person shown.' },
  },
  minor: {
    description: { label: 'What you have seen', hint: 'Only if you want to. Please do not send us any pictures.' },
    name: { label: 'Your name' },
    email: { label: 'Your email', hint: 'Without it you stay anonymous, and we cannot ask you anything.' },
  },
  copyright: {
    goodFaith: {
      label: 'In good faith, I believe that this use is not authorized by the rights holder, their agent or the law.',
    },
  },
  personal_data: {
    description: { label: 'Which data it is', hint: 'And how it relates to you.' },
    goodFaith: { label: 'In good faith, I believe that this is about me, or about a person I may act for.' },
  },
  dead_link: {
    urls: { label: 'Where the link is', hint: 'The page on this site. One URL per line if there are several.' },
  },
  other: {
    name: { label: 'Your name' },
    email: { label: 'Your email', hint: 'If you want an answer.' },
  },
};

const keepAddress = 'This site sends no emails. Keep the address of the next page: it says what we ask and decide.';
const withoutMail: Partial<Record<CaseKind, string>> = {
  minor: `Without it you stay anonymous. ${keepAddress}`,
  other: keepAddress,
};

const fieldText = (kind: CaseKind, field: ReportField, sendsMail: boolean): FieldText => {
  const text = special[kind]?.[field] ?? common[field];
  if (field !== 'email' || sendsMail) return text;
  return { ...text, hint: withoutMail[kind] ?? `The law asks for a way to reach you. ${keepAddress}` };
};

export type ReportValues = Partial<Record<string, string>>;

interface ReportFieldsProps {
  kind: CaseKind;
  sendsMail: boolean;
  values: ReportValues;
  errors: Partial<Record<string, string>>;
}

const relations = [
  { value: 'self', label: 'I am the person shown' },
  { value: 'agent', label: 'I act for the person shown' },
];

/** The fields for a kind. None is `required`, because the server's messages are more helpful than the browser's. */
function ReportFields({ kind, sendsMail, values, errors }: ReportFieldsProps) {
  const { optional } = reportForms[kind];
  const render = (name: ReportField) => {
    const shared = {
      name,
      ...fieldText(kind, name, sendsMail),
      error: errors[name],
      optional: optional.includes(name),
      defaultValue: values[name] ?? '',
    };
    if (name === 'urls') return <TextArea {...shared} rows={3} maxLength={reportLimits.urlText} spellCheck={false} />;
    if (name === 'relation') return <Choice {...shared} choices={relations} chosen={values.relation ?? ''} />;
    if (name === 'goodFaith' || name === 'perjury') {
      const { defaultValue, ...tick } = shared;
      return <Tick {...tick} defaultChecked={defaultValue === 'yes'} />;
    }
    if (name === 'description' || name === 'work')
      return <TextArea {...shared} rows={4} maxLength={reportLimits.text} />;
    if (name === 'email') return <TextField {...shared} type="text" inputMode="email" autoComplete="email" />;
    if (name === 'name') return <TextField {...shared} maxLength={reportLimits.name} autoComplete="name" />;
    if (name === 'address') return <TextField {...shared} maxLength={reportLimits.address} />;
    return <TextField {...shared} maxLength={reportLimits.name} />;
  };
  return fieldsOf(kind).map((name) => <div key={name}>{render(name)}</div>);
}

export const reportBody = (kind: CaseKind, form: FormData): ReportBody => {
  // Browsers send line breaks of text areas as CRLF.
  const text = (name: string) =>
    String(form.get(name) ?? '')
      .replaceAll('\r\n', '\n')
      // Control characters come with text pasted from documents. The API rejects them.
      .replace(/[^\P{Cc}\n\t]/gu, ' ');
  const isSent = (name: string) => form.get(name) === 'yes';
  const texts = reportTexts.map((name) => [name, text(name)]);
  const ticks = reportTicks.map((name) => [name, isSent(name)]);
  return {
    kind,
    ...Object.fromEntries([...texts, ...ticks]),
    email: text('email').trim(),
    website: text('website').slice(0, reportLimits.name),
    proof: text('proof'),
    attempt: text('attempt'),
    incomplete: isSent('incomplete'),
  };
};

/** The submitted values, to fill them in again. */
export const enteredValues = (form: FormData): ReportValues =>
  Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));

interface ReportFormProps {
  kind: CaseKind;
  /** Whether the site sends emails. */
  sendsMail: boolean;
  values: ReportValues;
  /** The result of a form that was sent without JavaScript. */
  failure?: Failure | undefined;
}

/** After this time, the notice is sent without a proof of work, and hides less at once. */
const maxWaitMs = 60_000;
/** After this time, the form says what it is waiting for. */
const noteAfterMs = 2_000;

/** All kinds share one draft, so that visitors who chose the wrong kind keep what they typed. */
const draft = 'form';

/** Bots fill in every field they find; people and screen readers don't find this one. */
function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px] h-px w-px overflow-hidden">
      <label>
        Website
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

/**
 * Sets an idempotency key, which is stored with the draft: a notice that is sent again because its response was lost
 * becomes one case.
 */
const setAttempt = (form: HTMLFormElement) => {
  const field = form.elements.namedItem('attempt') as HTMLInputElement;
  // Not crypto.randomUUID(), which exists on secure origins only.
  field.value ||= [...crypto.getRandomValues(new Uint32Array(4))].join('-');
};

/** The inputs are uncontrolled, so that they keep what is typed before hydration and what a rejected form contains. */
export function ReportForm({ kind, sendsMail, values, failure: first }: ReportFormProps) {
  const { siteUrl } = useSite();
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const [isSending, setSending] = useState(false);
  const [isProving, setProving] = useState(false);
  const [failure, setFailure] = useState(first);

  useEffect(() => {
    if (!form.current) return;
    const video = reportedVideo(location);
    if (video !== '') fillUrl(form.current, `${siteUrl}/video/${video}`);
    restoreDraft(draft, form.current);
    setAttempt(form.current);
    saveDraft(draft, form.current);
  }, [siteUrl]);
  useEffect(() => {
    if (failure) (form.current?.querySelector<HTMLElement>('[aria-invalid]') ?? alert.current)?.focus();
  }, [failure]);

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const entered = new FormData(event.currentTarget, event.submitter);
    setSending(true);
    setFailure(undefined);
    try {
      const note = setTimeout(() => setProving(true), noteAfterMs);
      entered.set('proof', await finishProof(maxWaitMs));
      clearTimeout(note);
      setProving(false);
      const { token } = await reportClient.sendReport({ body: reportBody(kind, entered) });
      forgetProof();
      clearDraft(draft);
      // Otherwise the browser restores the values when the visitor goes back.
      form.current?.reset();
      location.assign(token === undefined ? sentPath : reportStatusPath(token));
    } catch (error) {
      setFailure(failureOf(error));
      setSending(false);
    }
  };

  const emptyForm = reportHref({ kind });
  const clear = (event: MouseEvent) => {
    event.preventDefault();
    clearDraft(draft);
    // Firefox keeps what was typed when it reloads.
    form.current?.reset();
    // Load the document again: this one may contain what was typed. A URL with a fragment has to be reloaded, as
    // browsers take it for a place in the same document.
    if (reportedVideo(location) === '') location.assign(emptyForm);
    else location.reload();
  };

  const { mayBeIncomplete } = reportForms[kind];
  const isIncomplete = mayBeIncomplete && failure !== undefined && failure.fields.urls === undefined;
  return (
    <form
      ref={form}
      method="post"
      action={emptyForm}
      noValidate
      autoComplete="on"
      onSubmit={send}
      onInput={(event) => {
        saveDraft(draft, event.currentTarget);
        void startProof();
      }}
      className="relative mt-6 grid gap-5"
    >
      {failure && (
        <div
          ref={alert}
          role="alert"
          tabIndex={-1}
          className="rounded-[11px] border border-danger bg-surface p-4 font-medium text-danger outline-none"
        >
          {failure.message}
        </div>
      )}
      <ReportFields kind={kind} sendsMail={sendsMail} values={values} errors={failure?.fields ?? {}} />
      <Honeypot />
      <input type="hidden" name="attempt" />
      <div className="flex flex-wrap items-center gap-3">
        <button type="submit" aria-busy={isSending} disabled={isSending} className="btn btn-primary h-12 max-sm:w-full">
          {isSending ? 'Sending…' : 'Send report'}
        </button>
        {/* A link, so that it works without JavaScript. */}
        <a href={emptyForm} rel="nofollow" onClick={clear} className="btn btn-quiet h-12 max-sm:w-full">
          Clear what I typed
        </a>
      </div>
      {isProving && (
        <p role="status" className="text-sm text-muted">
          Your browser does a calculation first, which keeps programs from crowding out people. It takes up to a minute
          if many reports arrive. Please leave this page open.
        </p>
      )}
      {isIncomplete && (
        <div className="grid justify-items-start gap-2 rounded-2xl border border-line bg-surface p-4">
          <p className="text-sm">
            In a hurry, or not sure about something? Send it as it is. We read it just as soon, but we don’t hide
            anything before we have looked.
          </p>
          <button
            type="submit"
            name="incomplete"
            value="yes"
            disabled={isSending}
            className="btn btn-quiet max-sm:w-full"
          >
            Send it as it is
          </button>
        </div>
      )}
    </form>
  );
}
