import type { SiteSettings } from '#contract/settings.ts';
import { limits } from '#contract/values/limits.ts';
import { Markdown } from '../../components/markdown.tsx';
import { useDebouncedFetch } from '../../components/use-debounced-fetch.ts';
import { adminClient } from '../kit/session/admin-client.ts';
import { failureMessage } from '../kit/session/failure.ts';

const debounceMs = 300;

interface PagePreviewProps {
  title: string;
  text: string;
  settings: SiteSettings;
}

/** What visitors would see of a text that is not saved yet. */
export function PagePreview({ title, text, settings: { operator, contactEmail } }: PagePreviewProps) {
  const isTooLong = text.length > limits.settings.pageText;
  const key = isTooLong ? '' : JSON.stringify([text, operator, contactEmail]);
  const preview = useDebouncedFetch(key, debounceMs, () =>
    adminClient.previewInfoPage({ body: { text, operator, contactEmail } }).then(
      ({ html }) => ({ html }),
      (error: unknown) => ({ problem: failureMessage(error, 'The preview could not be loaded.') }),
    ),
  );
  const { html, problem } = { html: undefined, problem: undefined, ...preview?.result };
  const note = isTooLong
    ? 'The text is too long for a preview.'
    : (problem ?? (html === '' ? 'Nothing to show.' : undefined));
  return (
    <section
      aria-label={`Preview of the page “${title}”`}
      className="max-h-[26rem] min-h-32 overflow-y-auto rounded-xl border border-dashed border-line-strong bg-bg px-4.5 py-4"
    >
      <p className="text-[13px] font-medium text-muted">Preview</p>
      {note ? <p className="mt-2 text-muted">{note}</p> : <Markdown html={html ?? ''} />}
    </section>
  );
}
