import { type ReactNode, useState } from 'react';
import { exportFormatLabels, exportFormats } from '#contract/values/export-formats.ts';
import { Popup } from '../screen/popup.tsx';
import { adminClient } from '../session/admin-client.ts';
import { DownloadLink } from './download-link.tsx';

interface ExportMenuProps {
  /** Of the API: /api/posts/export for posts. */
  list: 'posts' | 'stars' | 'tags' | 'networks' | 'removals' | 'audit' | 'results';
  /** What the list is narrowed to. Blank and undefined values are left out. */
  query: object;
  /** What else can be exported. */
  children?: (onStarted: () => void) => ReactNode;
}

const exportUrl = (list: string, query: object, format: string) => {
  const given = Object.entries({ ...query, format }).filter(([, value]) => value !== undefined && value !== '');
  return `/api/${list}/export?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`;
};

/** Saves the whole list, as it is narrowed, as a file. */
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
