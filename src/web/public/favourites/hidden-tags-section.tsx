import { type SubmitEvent, useState } from 'react';
import { wordsOfSlug } from '#contract/values/names.ts';
import { slugOf } from '#contract/values/slug.ts';
import { Icon } from '../../components/icon.tsx';
import { hiddenTags, toggleHiddenTag } from './stores.ts';

export function HiddenTagsSection() {
  const tags = hiddenTags.use();
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
              aria-label={`Show ${wordsOfSlug(tag)} again`}
            >
              {wordsOfSlug(tag)}
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
