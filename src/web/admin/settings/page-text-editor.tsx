import { useContext, useState } from 'react';
import type { SiteSettings } from '#contract/settings.ts';
import { defaultPageTexts } from '#contract/values/default-page-texts.ts';
import { type InfoPage, infoPages } from '#contract/values/info-pages.ts';
import { limits } from '#contract/values/limits.ts';
import { unknownPlaceholders } from '#contract/values/operator-facts.ts';
import { Icon } from '../../components/icon.tsx';
import { useConfirmation } from '../kit/feedback/confirmation.tsx';
import { errorOf, FieldErrorsContext } from '../kit/forms/field-errors.ts';
import { TextAreaField } from '../kit/forms/fields.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import { PagePreview } from './page-preview.tsx';

interface PageTextEditorProps {
  page: InfoPage;
  settings: SiteSettings;
  onChange: (text: string) => void;
}

const unknownNote = (names: string[]) =>
  names.length === 0
    ? undefined
    : `Not a placeholder, so visitors see it as it is: ${names.map((name) => `{{${name}}}`).join(', ')}.`;

/** The text of one page with its preview. Closed until it is opened, or has an error to show. */
export function PageTextEditor({ page, settings, onChange }: PageTextEditorProps) {
  const [isOpened, setIsOpened] = useState(false);
  const { title, path } = infoPages[page];
  const name = `pageTexts.${page}`;
  const error = errorOf(useContext(FieldErrorsContext), name);
  const isOpen = isOpened || error !== undefined;
  const text = settings.pageTexts[page];
  const isDefault = text === defaultPageTexts[page];
  const confirm = useConfirmation();
  const takeDefault = async () => {
    const question = `Replace your text of the page “${title}” by the default text?`;
    if (await confirm({ question, confirmLabel: 'Replace' })) onChange(defaultPageTexts[page]);
  };
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpened(currentTarget.open)}
      // The browser can point to a wrong field only if it is shown.
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
            <RowButton label={`Use the default text of the page “${title}”`} onClick={() => void takeDefault()}>
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
