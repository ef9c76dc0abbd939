import { useContext, useState } from 'react';
import type { SiteSettings } from '#contract/settings.ts';
import { limits } from '#contract/values/fields.ts';
import { defaultPageTexts } from '#contract/values/info-page-texts.ts';
import { placeholders, unknownPlaceholders } from '#contract/values/operator-facts.ts';
import { type InfoPage, infoPageNames, infoPages } from '#contract/values/public-pages.ts';
import { Icon } from '../../components/icon.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { useDebouncedFetch } from '../../components/use-debounced-fetch.ts';
import { useConfirmation } from '../kit/dialogs/confirmation.tsx';
import { errorOf, FieldErrorsContext, TextAreaField } from '../kit/forms/fields.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { failureMessage } from '../kit/session/failure.ts';
import { RowButton } from '../kit/table/row-actions.tsx';

const debounceMs = 300;

interface PagePreviewProps {
  title: string;
  text: string;
  settings: SiteSettings;
}

function PagePreview({ title, text, settings: { operator, contactEmail } }: PagePreviewProps) {
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

interface PageTextEditorProps {
  page: InfoPage;
  settings: SiteSettings;
  onChange: (text: string) => void;
}

const unknownNote = (names: string[]) =>
  names.length === 0
    ? undefined
    : `Unknown placeholder, shown to visitors as written: ${names.map((name) => `{{${name}}}`).join(', ')}.`;

/** The text of one page with its preview. Collapsed unless opened or invalid. */
function PageTextEditor({ page, settings, onChange }: PageTextEditorProps) {
  const [isOpened, setIsOpened] = useState(false);
  const { title, path } = infoPages[page];
  const name = `pageTexts.${page}`;
  const error = errorOf(useContext(FieldErrorsContext), name);
  const isOpen = isOpened || error !== undefined;
  const text = settings.pageTexts[page];
  const isDefault = text === defaultPageTexts[page];
  const confirm = useConfirmation();
  const restoreDefault = async () => {
    const question = `Replace your text of the page “${title}” with the default text?`;
    if (await confirm({ question, confirmLabel: 'Replace' })) onChange(defaultPageTexts[page]);
  };
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpened(currentTarget.open)}
      // The browser can only point to an invalid field that is visible.
      onInvalidCapture={({ currentTarget }) => {
        currentTarget.open = true;
      }}
      className="group border-line not-first:border-t"
    >
      <summary className="flex min-h-13 items-center gap-3 px-4.5 py-2.5 hover:bg-raised">
        <span className="font-medium">{title}</span>
        <span className="ml-auto text-[13px] text-muted">{isDefault ? 'Default text' : 'Your text'}</span>
        <span className="transition-transform group-open:rotate-180">
          <Icon name="down" size={16} />
        </span>
      </summary>
      <div className="grid gap-3 px-4.5 pt-1 pb-4.5">
        <TextAreaField
          name={name}
          label={`Text of the page “${title}”`}
          hint={unknownNote(unknownPlaceholders(text))}
          required
          rows={14}
          maxLength={limits.settings.pageText}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
        <div className="flex flex-wrap gap-2">
          {!isDefault && (
            <RowButton label={`Use the default text of the page “${title}”`} onClick={() => void restoreDefault()}>
              Use the default text
            </RowButton>
          )}
          <a href={path} target="_blank" rel="noopener" className="btn btn-quiet h-9 px-3 text-sm">
            Open the page
          </a>
        </div>
        {isOpen && <PagePreview title={title} text={text} settings={settings} />}
      </div>
    </details>
  );
}

interface PageTextFieldsProps {
  settings: SiteSettings;
  onChange: (texts: SiteSettings['pageTexts']) => void;
}

export function PageTextFields({ settings, onChange }: PageTextFieldsProps) {
  return (
    <>
      <p className="text-[13px] text-muted">
        Written in Markdown: a blank line starts a paragraph, <code># …</code> a heading, <code>- …</code> a list;{' '}
        <code>**bold**</code>, <code>[words](https://…)</code>. What you enter above, and under Removals, replaces the
        placeholders{' '}
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
