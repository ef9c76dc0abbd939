import { caseKinds } from '#contract/values/cases.ts';
import { reportForms } from '#contract/values/report-form.ts';
import { reportHref } from './report-href.ts';
import { kindHints } from './report-texts.ts';

/** The first step: what a report is about. */
export function KindList({ video }: { video: string }) {
  return (
    <ul className="mt-6 grid gap-2.5">
      {caseKinds.map((kind) => (
        <li key={kind}>
          <a
            href={reportHref({ kind, video })}
            rel={video === '' ? undefined : 'nofollow'}
            className="block rounded-2xl border border-line-strong bg-surface px-4 py-3.5 transition-colors hover:border-accent hover:bg-raised"
          >
            <span className="block font-[620]">{reportForms[kind].title}</span>
            <span className="mt-0.5 block text-sm text-muted">{kindHints[kind]}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
