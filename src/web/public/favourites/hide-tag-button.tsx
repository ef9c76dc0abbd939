import { hiddenTags, toggleHiddenTag } from './stores.ts';

export function HideTagButton({ tag }: { tag: string }) {
  const hidden = hiddenTags.use().includes(tag);
  return (
    <button
      type="button"
      aria-pressed={hidden}
      onClick={() => toggleHiddenTag(tag)}
      className="btn btn-quiet h-9 px-3.5 text-sm"
    >
      {hidden ? 'Tag is hidden' : 'Hide this tag'}
    </button>
  );
}
