import { useRef, useState } from 'react';
import { limits } from '#contract/values/limits.ts';
import { formText } from '../kit/forms/form-text.ts';
import { NamesField } from '../kit/forms/names-field.tsx';
import { labelOf } from '../kit/records/editable-names.ts';
import type { SynonymDraft } from '../kit/records/synonym.ts';

export const synonymLabels: { [K in keyof SynonymDraft]: string } = { words: 'Words and phrases' };

/** A suggested tag is a slug: the phrase is what people read. */
export const synonymDraft = (form: FormData): SynonymDraft => ({
  words: formText(form, 'words')
    .split('\n')
    .filter((word) => word !== '')
    .map((word) => labelOf('tag', word)),
});

export function SynonymFields({ words: initial }: SynonymDraft) {
  const [words, setWords] = useState(initial);
  const field = useRef<HTMLTextAreaElement>(null);

  /** The form reads its values from the document, and hears of changes by events. What is typed counts as entered. */
  const change = (changed: string[], typed: string) => {
    setWords(changed);
    if (!field.current) return;
    field.current.value = [...changed, typed.trim()].filter((word) => word !== '').join('\n');
    field.current.dispatchEvent(new Event('input', { bubbles: true }));
  };

  return (
    <>
      <p className="text-sm text-muted">
        Whoever searches for one of these also finds what has another of them. Tags are suggested while you type.
      </p>
      <NamesField
        name="words"
        label={synonymLabels.words}
        listLabel="Words that find each other"
        kind="tag"
        noun="word or phrase"
        maxLength={limits.synonyms.word}
        names={words}
        maxNames={limits.synonyms.words}
        onChange={change}
        onType={(typed) => change(words, typed)}
      />
      <textarea ref={field} hidden readOnly name="words" defaultValue={initial.join('\n')} />
    </>
  );
}
