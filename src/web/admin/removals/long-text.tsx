import { useState } from 'react';
import { visibleText } from '../kit/format.ts';

/** About eight lines on a phone. */
const shortLength = 360;

/** A text from outside, with its line breaks. A long one is cut off, with a button that shows all of it. */
export function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > shortLength;
  return (
    <>
      <bdi className={`[overflow-wrap:anywhere] whitespace-pre-wrap ${isLong && !isWhole ? 'line-clamp-6' : 'block'}`}>
        {visibleText(text)}
      </bdi>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          className="inline-flex items-center text-[13px] text-accent underline max-md:min-h-11"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
}
