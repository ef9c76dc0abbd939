import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type AgeDoor, type AgeProblem, ageCheckPath, assuranceDays } from '#contract/values/age-checks.ts';
import { DocumentHead, pageStyle } from '../../document-head.tsx';
import firstPaint from '../../first-paint.js?raw';
import { PolicyLinks } from './shut-out.tsx';

const problems: Record<AgeProblem, string> = {
  cancelled: 'The age check was canceled. You can start it again.',
  refused: 'The age check provider declined the check. Try again, or choose another way to prove your age.',
  failed: 'The age check provider had a technical problem. Please try again in a few minutes.',
  'under-18': 'The age check did not confirm that you are 18 or older.',
  unclear: 'The age check did not say whether you are 18 or older. Try again, or choose another way to prove your age.',
  expired: 'This age check has expired, or was started in another browser. Please start again.',
  unavailable: 'The age check is not available right now. Please try again in a few minutes.',
};

function Leave({ url }: { url: string }) {
  return (
    <a className="btn btn-quiet order-last sm:order-first" href={url} rel="nofollow noreferrer">
      Leave
    </a>
  );
}

function Check({ provider, problem, returnPath, leaveUrl }: AgeDoor) {
  const startUrl = `${ageCheckPath}?${new URLSearchParams({ to: returnPath })}`;
  return (
    <>
      <h1 className="mt-6 text-[28px] leading-tight font-[650] tracking-[-0.02em]">We have to check your age</h1>
      {problem && (
        <p role="alert" className="mt-4 rounded-xl border border-line-strong px-4 py-3 text-sm text-balance">
          {problems[problem]}
        </p>
      )}
      <p className="mt-2.5 text-balance text-muted">
        This site links to sexually explicit videos. The law where you are requires us to check that you are 18 or older
        before you enter.
      </p>
      {provider === undefined ? (
        <>
          <p className="mt-4 text-balance">The age check is not available right now. Please come back later.</p>
          <div className="mt-6 grid">
            <Leave url={leaveUrl} />
          </div>
        </>
      ) : (
        <>
          <div className="mt-6 grid gap-2.5 sm:grid-cols-2">
            <Leave url={leaveUrl} />
            <a className="btn btn-primary" href={startUrl} rel="nofollow">
              Check my age
            </a>
          </div>
          <p className="mt-5 text-[13px] text-balance text-muted">
            <span className="wrap-anywhere">{provider}</span> does the check. We keep only the result: for{' '}
            {assuranceDays} days, a cookie in this browser says “over 18” and when that expires. We don’t store your
            name or anything else about you, and keep no record of the check.
          </p>
        </>
      )}
    </>
  );
}

function Closed({ leaveUrl }: AgeDoor) {
  return (
    <>
      <h1 className="mt-6 text-[28px] leading-tight font-[650] tracking-[-0.02em]">Not available where you are</h1>
      <p className="mt-2.5 text-balance text-muted">
        This site links to sexually explicit videos. For legal reasons, it isn’t available in the country you seem to be
        in.
      </p>
      <p className="mt-2.5 text-balance text-muted">
        You can still read about this site and report content with the links below.
      </p>
      <div className="mt-6 grid">
        <Leave url={leaveUrl} />
      </div>
    </>
  );
}

function Frame({ door: { siteName, accent }, title, children }: { door: AgeDoor; title: string; children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <DocumentHead accent={accent}>
        <title>{`${title} - ${siteName}`}</title>
        <meta name="robots" content="noindex" />
      </DocumentHead>
      <body>
        <main className="grid min-h-svh place-items-center bg-[radial-gradient(60%_80%_at_50%_0%,var(--accent-soft),transparent)] p-4">
          <div className="w-full max-w-[460px] rounded-[20px] border border-line bg-surface p-6 text-center shadow-pop sm:p-8">
            <span className="logo text-2xl">{siteName}</span>
            {children}
            <PolicyLinks className="mt-5 justify-center border-t border-line pt-3" />
          </div>
        </main>
      </body>
    </html>
  );
}

/**
 * The document that the server sends instead of any page to visitors who may not see the site, and its inline code. It
 * loads none of the site's modules.
 */
export const renderDoor = (door: AgeDoor) => {
  const isClosed = door.kind === 'closed';
  const page = (
    <Frame door={door} title={isClosed ? 'Not available' : 'Age check'}>
      {isClosed ? <Closed {...door} /> : <Check {...door} />}
    </Frame>
  );
  return {
    html: `<!DOCTYPE html>${renderToStaticMarkup(page)}`,
    inline: { scripts: [firstPaint], styles: [pageStyle(door.accent)] },
  };
};
