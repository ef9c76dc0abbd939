import { type MouseEvent, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { CaseKind } from '#contract/values/cases.ts';
import { isUrgent, reportForms } from '#contract/values/report-form.ts';
import { reportStatusPath } from '#contract/values/report-status-path.ts';
import { type Failure, failureOf } from './failure.ts';
import { finishProof, forgetProof, startProof } from './prove-work.ts';
import { reportBody } from './report-body.ts';
import { clearDraft, restoreDraft, saveDraft } from './report-draft.ts';
import { ReportFields, type ReportValues } from './report-fields.tsx';
import { reportHref } from './report-href.ts';
import { sentPath } from './sent-path.ts';

interface ReportFormProps {
  kind: CaseKind;
  video: string;
  /** What the fields hold at first. */
  values: ReportValues;
  /** What was wrong with a form that was sent without JavaScript. */
  failure?: Failure | undefined;
}

/** Nobody waits longer than this for a proof: the notice is sent without it. Urgent ones need none. */
const maxWaitMs = 10_000;
const urgentWaitMs = 2_000;

/** One draft for all kinds: whoever chose the wrong one keeps the URLs and the name. */
const draft = 'form';

/** Programs fill in every field that they find; people and screen readers do not find this one. */
function Trap() {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px] h-px w-px overflow-hidden">
      <label>
        Website
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}

/** Stored with the draft, so that a notice whose answer was lost becomes one case when it is sent again. */
const numberAttempt = (form: HTMLFormElement) => {
  const field = form.elements.namedItem('attempt') as HTMLInputElement;
  // Browsers offer randomUUID() on secure origins only.
  field.value ||= [...crypto.getRandomValues(new Uint32Array(4))].join('-');
};

/** The inputs are uncontrolled: what is typed before the scripts have loaded stays, and a refused form keeps everything. */
export function ReportForm({ kind, video, values, failure: first }: ReportFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState(first);

  useEffect(() => {
    if (!form.current) return;
    restoreDraft(draft, form.current);
    numberAttempt(form.current);
    saveDraft(draft, form.current);
  }, []);
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
      const { reportClient } = await import('./report-client.ts');
      entered.set('proof', await finishProof(isUrgent(kind) ? urgentWaitMs : maxWaitMs));
      const { token } = await reportClient.sendReport({ body: reportBody(kind, entered) });
      forgetProof();
      clearDraft(draft);
      // The browser would fill in what it holds when somebody presses Back.
      form.current?.reset();
      location.assign(token === undefined ? sentPath : reportStatusPath(token));
    } catch (error) {
      setFailure(failureOf(error));
      setSending(false);
    }
  };

  const emptyForm = reportHref({ kind, video });
  const clear = (event: MouseEvent) => {
    event.preventDefault();
    clearDraft(draft);
    // As a document, because the current one holds what was typed.
    location.assign(emptyForm);
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
      <ReportFields kind={kind} values={values} errors={failure?.fields ?? {}} />
      <Trap />
      <input type="hidden" name="attempt" />
      <div className="flex flex-wrap items-center gap-3">
        <button type="submit" aria-busy={isSending} disabled={isSending} className="btn btn-primary h-12 max-sm:w-full">
          {isSending ? 'Sending…' : 'Send report'}
        </button>
        {/* A link, which also works without JavaScript. */}
        <a href={emptyForm} rel="nofollow" onClick={clear} className="btn btn-quiet h-12 max-sm:w-full">
          Clear what I typed
        </a>
      </div>
      {isIncomplete && (
        <div className="grid justify-items-start gap-2 rounded-2xl border border-line bg-surface p-4">
          <p className="text-sm">
            In a hurry, or not sure about something? Send it as it is. We read it just as soon, but hide nothing before
            we have looked.
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
