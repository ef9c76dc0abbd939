import type { ComponentProps, SubmitEvent } from 'react';

interface OpenSearchProps extends ComponentProps<'button'> {
  onOpen: () => void;
}

/**
 * Opens the search box of small screens. Without JavaScript it leads to the search page, as a form: search engines, which
 * must not index that page, would follow a link from every page to it.
 */
export function OpenSearch({ onOpen, ...button }: OpenSearchProps) {
  const open = (event: SubmitEvent) => {
    event.preventDefault();
    onOpen();
  };
  return (
    <form action="/search" onSubmit={open} className="contents">
      <button type="submit" {...button} />
    </form>
  );
}
