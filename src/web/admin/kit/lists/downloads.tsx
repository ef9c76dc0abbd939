import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import { exportFormatLabels, exportFormats } from '#contract/values/exports.ts';
import { Popup } from '../popup.tsx';
import { adminClient } from '../session/admin-client.ts';
import { failureMessage } from '../session/failure.ts';
import { notifyFailure } from '../toasts.tsx';
import { useOnce } from '../use-once.ts';

interface DownloadLinkProps {
  href: string;
  /** A cheap call that fails if the download would. */
  check: () => Promise<unknown>;
  /** The message if the call fails without one. */
  failure: string;
  onStarted?: () => void;
  children: ReactNode;
}

/** A link that downloads a file. The browser streams it to disk. */
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
  /** Browsers save error responses as files too, so an ended session must be noticed before the download. */
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

interface ExportMenuProps {
  /** Part of the URL: /api/posts/export for posts. */
  list: 'posts' | 'stars' | 'tags' | 'networks' | 'removals' | 'audit' | 'results';
  /** The filters of the list. Blank and undefined values are left out. */
  query: object;
  /** Further exports. */
  children?: (onStarted: () => void) => ReactNode;
}

const exportUrl = (list: string, query: object, format: string) => {
  const given = Object.entries({ ...query, format }).filter(([, value]) => value !== undefined && value !== '');
  return `/api/${list}/export?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`;
};

/** Downloads all pages of the filtered list in a choice of formats. */
export function ExportMenu({ list, query, children }: ExportMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Popup label="Export" open={isOpen} onOpenChange={setOpen}>
      <p className="mb-3 text-muted">All pages of this list, with its search and filters.</p>
      <div className="grid gap-2">
        {exportFormats.map((format) => (
          <DownloadLink
            key={format}
            href={exportUrl(list, query, format)}
            check={() => adminClient.whoAmI()}
            failure="The list could not be exported."
            onStarted={close}
          >
            Export {exportFormatLabels[format]}
          </DownloadLink>
        ))}
      </div>
      {children?.(close)}
    </Popup>
  );
}
