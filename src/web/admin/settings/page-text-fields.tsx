import type { SiteSettings } from '#contract/settings.ts';
import { type InfoPage, infoPages } from '#contract/values/info-pages.ts';
import { limits } from '#contract/values/limits.ts';
import { TextAreaField } from '../kit/forms/fields.tsx';

type PageTexts = SiteSettings['pageTexts'];

interface PageTextFieldsProps {
  texts: PageTexts;
  onChange: (texts: PageTexts) => void;
}

/** The texts of the pages that the footer links to. */
export function PageTextFields({ texts, onChange }: PageTextFieldsProps) {
  return (Object.keys(infoPages) as InfoPage[]).map((page) => (
    <TextAreaField
      key={page}
      name={`pageTexts.${page}`}
      label={`Text of the page “${infoPages[page].title}”`}
      hint="Plain text. A blank line starts a new paragraph."
      required
      rows={8}
      maxLength={limits.settings.pageText}
      value={texts[page]}
      onChange={(event) => onChange({ ...texts, [page]: event.target.value })}
    />
  ));
}
