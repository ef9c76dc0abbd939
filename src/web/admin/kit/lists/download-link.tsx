import { type MouseEvent, type ReactNode, useRef } from 'react';
import { notifyFailure } from '../feedback/toasts.tsx';
import { useOnce } from '../feedback/use-once.ts';
import { failureMessage } from '../session/failure.ts';

interface DownloadLinkProps {
  href: string;
  /** A small call that fails as the download would. */
  check: () => Promise<unknown>;
  /** If it fails without a reason. */
  failure: string;
  onStarted?: () => void;
  children: ReactNode;
}

/** Saves a list as a file, which the browser writes as it arrives. */
export function DownloadLink({ href, check, failure, onStarted, children }: DownloadLinkProps) {
  const { busy, once } = useOnce();
  const isAllowed = useRef(false);

  const download = async (link: HTMLAnchorElement) => {
    try {
      await check();
      isAllowed.current = true;
      link.click();
      onStarted?.();
    } catch (error) {
      notifyFailure(failureMessage(error, failure));
    } finally {
      isAllowed.current = false;
    }
  };
  /** A browser saves whatever answers a download, also a refusal: a session that has ended is noticed before. */
  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (isAllowed.current) return;
    event.preventDefault();
    const link = event.currentTarget;
    void once(() => download(link));
  };

  return (
    <a href={href} download aria-busy={busy} className="btn btn-quiet" onClick={onClick}>
      {children}
    </a>
  );
}
