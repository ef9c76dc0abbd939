import type { ReactNode } from 'react';
import type { SimilarName, UnknownName } from './look-up-names.ts';

interface UnknownNameProps extends UnknownName {
  /** A link or button that takes this name instead. */
  replacement: (similar: SimilarName) => ReactNode;
}

/** Says that a typed name is none of the catalogue's, and offers similar ones. */
export function UnknownNameText({ typed, similar, replacement }: UnknownNameProps) {
  return (
    <>
      There is no tag or performer called “<bdi>{typed}</bdi>”.
      {similar.length > 0 && ' Did you mean '}
      {similar.map((each, at) => (
        <span key={each.ref}>
          {at > 0 && (at === similar.length - 1 ? ' or ' : ', ')}
          {replacement(each)}
        </span>
      ))}
      {similar.length > 0 && '?'}
    </>
  );
}
