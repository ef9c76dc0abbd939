import { type SubmitEvent, useEffect, useState } from 'react';
import { wordsOfSlug } from '#contract/values/names.ts';
import { slugOf } from '#contract/values/slug.ts';
import { Icon } from '../../components/icon.tsx';
import { loadVocabulary } from '../search/vocabulary.ts';
import { hiddenTags, toggleHiddenTag } from './stores.ts';

/** Tags by slug as people read them. A browser stores slugs alone. */
const useTagNames = () => {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    loadVocabulary().then(({ tags }) =>
      setNames(new Map(tags.map(({ suggestion }) => [suggestion.slug, suggestion.text]))),
    );
  }, []);
  return (slug: string) => names.get(slug) ?? wordsOfSlug(slug);
};

export function HiddenTagsSection() {
  const tags = hiddenTags.use();
  const nameOf = useTagNames();
  const [text, setText] = useState('');
  const hide = (event: SubmitEvent) => {
    event.preventDefault();
    const tag = slugOf(text.trim());
    if (tag !== '' && !tags.includes(tag)) toggleHiddenTag(tag);
    setText('');
  };
  return (
    <section className="mt-12" aria-labelledby="hidden-tags">
      <h2 id="hidden-tags">Hidden tags</h2>
      <p className="mt-1 text-muted">Videos with these tags are hidden from all lists.</p>
      <form onSubmit={hide} className="mt-4 flex max-w-md gap-2">
        <label className="flex-1">
          <span className="sr-only">Tag to hide</span>
          <input
            className="field"
            dir="auto"
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder="A tag"
          />
        </label>
        <button type="submit" className="btn btn-quiet">
          Hide
        </button>
      </form>
      <ul className="mt-4 flex flex-wrap gap-2">
        {tags.map((tag) => (
          <li key={tag}>
            <button
              type="button"
              dir="auto"
              className="chip"
              onClick={() => toggleHiddenTag(tag)}
              aria-label={`Show ${nameOf(tag)} again`}
            >
              {nameOf(tag)}
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
