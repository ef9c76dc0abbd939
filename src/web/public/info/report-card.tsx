import { infoPages } from '#contract/values/info-pages.ts';

/** Whoever is in a hurry need not read the page first. */
export function ReportCard() {
  return (
    <p className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3 rounded-2xl border border-line bg-surface px-5 py-5">
      <a href={infoPages.report.path} className="btn btn-primary">
        Report content
      </a>
      <span className="text-muted">No account is needed, and no proof of age.</span>
    </p>
  );
}
