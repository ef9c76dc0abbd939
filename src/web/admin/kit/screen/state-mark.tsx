import type { CheckState } from '#contract/values/check-states.ts';

const marks: Record<CheckState, { word: string; path: string; style: string }> = {
  ok: { word: 'OK', path: 'M5 12.5 10 17.5 19 7', style: 'text-muted' },
  warning: { word: 'Attention', path: 'M12 9v4.5M12 17h.01M12 3.8 21.5 20h-19z', style: 'text-accent' },
  failure: { word: 'Failure', path: 'M6.5 6.5l11 11M17.5 6.5l-11 11', style: 'text-danger' },
};

/** The state of a part, as a word with an icon: never by colour alone. */
export function StateMark({ state }: { state: CheckState }) {
  const { word, path, style } = marks[state];
  return (
    <span className={`inline-flex items-baseline gap-1.5 text-[13px] font-medium whitespace-nowrap ${style}`}>
      <svg
        width="16"
        height="16"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className="self-center"
      >
        <path d={path} />
      </svg>
      {word}
    </span>
  );
}
