import type { SiteSettings } from '#contract/settings.ts';
import { ageAnswerDays, ageAnswerPath, ageAnswerStylePath } from '#contract/values/age-checks.ts';

/**
 * The server puts this dialog next to React's tree, so that a hydration failure cannot remove it. The first-paint script
 * closes it and stores the answer. Without JavaScript, its form is sent to the server, which stores it in a cookie.
 */
export function AgeGate({ siteName, leaveUrl }: Pick<SiteSettings, 'siteName' | 'leaveUrl'>) {
  return (
    <>
      {/* Without JavaScript, this style sheet hides the gate if it was answered, or the age was checked. */}
      <noscript>
        <link rel="stylesheet" href={ageAnswerStylePath} />
      </noscript>
      <dialog
        id="age-gate"
        open
        aria-modal="true"
        aria-labelledby="age-gate-title"
        aria-describedby="age-gate-text"
        className="fixed inset-0 z-50 size-full max-h-none max-w-none place-items-center overflow-auto bg-[radial-gradient(60%_80%_at_50%_0%,var(--accent-soft),transparent)] bg-bg p-4 text-text open:grid"
      >
        <form
          method="post"
          action={ageAnswerPath}
          className="w-full max-w-[440px] rounded-[20px] border border-line bg-surface p-8 text-center shadow-pop"
        >
          <span className="logo text-2xl">{siteName}</span>
          <h2 id="age-gate-title" className="mt-6 text-[28px] leading-tight font-[650] tracking-[-0.02em]">
            Adults only
          </h2>
          <p id="age-gate-text" className="mt-2.5 text-balance text-muted">
            This site links to sexually explicit videos. You must be 18 or older, and of legal age where you live, to
            enter.
          </p>
          <div className="mt-6 grid gap-2.5 sm:grid-cols-2">
            <a className="btn btn-quiet order-last sm:order-first" href={leaveUrl} rel="nofollow noreferrer">
              Leave
            </a>
            {/* biome-ignore lint/a11y/noAutofocus: nothing else is on the screen */}
            <button type="submit" autoFocus className="btn btn-primary">
              I am 18 or older
            </button>
          </div>
          <p className="mt-5 text-[13px] text-balance text-muted">
            We ask once every {ageAnswerDays} days. Your answer is stored in this browser only.
          </p>
        </form>
      </dialog>
    </>
  );
}
