import { useSite } from '../../components/use-site.ts';

/** The first-paint script shows and closes it, so it works before React has loaded. It also holds the 30 days. */
export function AgeGate() {
  const { settings } = useSite();
  return (
    <div
      id="age-gate"
      role="dialog"
      aria-modal="true"
      aria-labelledby="age-gate-title"
      aria-describedby="age-gate-text"
      className="fixed inset-0 z-50 place-items-center overflow-auto bg-[radial-gradient(60%_80%_at_50%_0%,var(--accent-soft),transparent)] bg-bg p-4"
    >
      <div className="w-full max-w-[440px] rounded-[20px] border border-line bg-surface p-8 text-center shadow-pop">
        <span className="logo text-2xl">{settings.siteName}</span>
        <h2 id="age-gate-title" className="mt-6 text-[28px] leading-tight font-[650] tracking-[-0.02em]">
          Adults only
        </h2>
        <p id="age-gate-text" className="mt-2.5 text-balance text-muted">
          This site links to sexually explicit videos. You must be 18 or older, and of legal age where you live, to
          enter.
        </p>
        <div className="mt-6 grid gap-2.5 sm:grid-cols-2">
          <a className="btn btn-quiet order-last sm:order-first" href={settings.leaveUrl} rel="nofollow noreferrer">
            Leave
          </a>
          {/* biome-ignore lint/a11y/noAutofocus: nothing else is on the screen */}
          <button type="button" data-enter autoFocus className="btn btn-primary">
            I am 18 or older
          </button>
        </div>
        <p className="mt-5 text-[13px] text-balance text-muted">
          We ask once every 30 days. Your answer is stored in this browser only.
        </p>
      </div>
    </div>
  );
}
