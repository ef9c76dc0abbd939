import type { SiteSettings } from '#contract/settings.ts';
import { infoPageNames } from '#contract/values/info-pages.ts';
import { placeholders } from '#contract/values/operator-facts.ts';
import { PageTextEditor } from './page-text-editor.tsx';

interface PageTextFieldsProps {
  settings: SiteSettings;
  onChange: (texts: SiteSettings['pageTexts']) => void;
}

/** The texts of the pages that the footer links to, one below the other; each opens by itself. */
export function PageTextFields({ settings, onChange }: PageTextFieldsProps) {
  return (
    <>
      <p className="text-[13px] text-muted">
        Written in Markdown: a blank line starts a paragraph, <code># …</code> a heading, <code>- …</code> a list;{' '}
        <code>**bold**</code>, <code>[words](https://…)</code>. What you enter above stands where a text says{' '}
        {Object.keys(placeholders).map((name, index) => (
          <span key={name}>
            {index > 0 && ', '}
            <code>{`{{${name}}}`}</code>
          </span>
        ))}
        .
      </p>
      <div className="overflow-clip rounded-2xl border border-line bg-surface">
        {infoPageNames.map((page) => (
          <PageTextEditor
            key={page}
            page={page}
            settings={settings}
            onChange={(text) => onChange({ ...settings.pageTexts, [page]: text })}
          />
        ))}
      </div>
    </>
  );
}
