import { useState } from 'react';
import { visibleText } from '../kit/format.ts';

/** About eight lines on a phone. */
const shortLength = 360;

/** What somebody wrote, with its line breaks. A long one is cut until somebody asks for the rest. */
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
