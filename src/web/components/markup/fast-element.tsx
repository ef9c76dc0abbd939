import type { ComponentProps, JSX, ReactNode } from 'react';
import { UnsupportedError } from './attributes.ts';
import { markupOf } from './markup-of.ts';

type FastElementProps<Tag extends keyof JSX.IntrinsicElements> = ComponentProps<Tag> & {
  as: Tag;
  /** Caches the content under this key, which must include everything that the content depends on. */
  contentKey?: string | undefined;
};

const maxContents = 200;
const contents = new Map<string, string>();

const remember = (key: string, markup: string) => {
  // While developing, a component may change and its key stays the same.
  if (import.meta.env.DEV) return;
  if (contents.size >= maxContents) contents.clear();
  contents.set(key, markup);
};

const markupIfSupported = (children: ReactNode, key: string | undefined) => {
  const known = key === undefined ? undefined : contents.get(key);
  if (known !== undefined) return known;
  try {
    const markup = markupOf(children);
    if (key !== undefined) remember(key, markup);
    return markup;
  } catch (error) {
    if (error instanceof UnsupportedError) return undefined;
    throw error;
  }
};

/**
 * An element whose content the server renders with `markupOf`, because rendering with React takes most of the time of a
 * page. In the browser it is a normal element, and React hydrates its content.
 */
export function FastElement<Tag extends keyof JSX.IntrinsicElements>({
  as,
  contentKey,
  ...props
}: FastElementProps<Tag>) {
  const Element = as as 'div';
  const { children, ...others } = props as ComponentProps<'div'>;
  const markup = import.meta.env.SSR ? markupIfSupported(children, contentKey) : undefined;
  if (markup === undefined) return <Element {...others}>{children}</Element>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped as React would do it
  return <Element {...others} dangerouslySetInnerHTML={{ __html: markup }} />;
}
