import type { ReportBody } from '#contract/reports.ts';
import type { CaseKind } from '#contract/values/cases.ts';
import { reportLimits, reportTexts, reportTicks } from '#contract/values/report-form.ts';
import type { ReportValues } from './report-fields.tsx';

/** What was entered into a form, as the API takes it. */
export const reportBody = (kind: CaseKind, form: FormData): ReportBody => {
  // Browsers send line breaks of text areas as CRLF.
  const text = (name: string) =>
    String(form.get(name) ?? '')
      .replaceAll('\r\n', '\n')
      // Pasted from documents; the API refuses them.
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

/** What was entered, to be shown again. */
export const enteredValues = (form: FormData): ReportValues =>
  Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
