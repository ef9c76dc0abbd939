import { useState } from 'react';
import type { SiteSettings } from '#contract/settings.ts';
import { limits } from '#contract/values/limits.ts';
import { TextAreaField } from '../kit/forms/fields.tsx';
import { Matches } from './matches.tsx';
import { TryText } from './try-text.tsx';

type Terms = Pick<SiteSettings, 'prohibitedTerms' | 'allowedPhrases'>;

interface ProhibitedTermFieldsProps {
  settings: Terms;
  /** Whether the terms are not saved yet. */
  unsaved: boolean;
  onChange: (changes: Partial<Terms>) => void;
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

interface LinesProps {
  name: keyof Terms;
  label: string;
  hint: string;
  lines: string[];
  onChange: (lines: string[]) => void;
}

/** One per line. What is typed stays as it is: a blank line is needed to type the next one. */
function Lines({ lines, onChange, ...field }: LinesProps) {
  const [text, setText] = useState(lines.join('\n'));
  const shown = linesOf(text).join('\n') === lines.join('\n') ? text : lines.join('\n');
  return (
    <TextAreaField
      {...field}
      rows={5}
      spellCheck={false}
      value={shown}
      onChange={({ target: { value } }) => {
        setText(value);
        onChange(linesOf(value));
      }}
    />
  );
}

/** What may never be listed, besides what every site refuses. */
export function ProhibitedTermFields({ settings, unsaved, onChange }: ProhibitedTermFieldsProps) {
  const { prohibitedTerms, allowedPhrases } = limits.settings;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-base font-[620]">What may never be listed</legend>
      <p className="text-sm text-muted">
        Words about minors, acts without consent, animals and real violence are refused on every site, however they are
        spelled. Whoever searches for them is shown where to find help. Here you add your own.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Lines
          name="prohibitedTerms"
          label="Prohibited terms"
          hint={`One word or phrase per line, up to ${prohibitedTerms.count.toLocaleString('en-US')}. A star stands for more letters: spam* also finds spammer.`}
          lines={settings.prohibitedTerms}
          onChange={(lines) => onChange({ prohibitedTerms: lines })}
        />
        <Lines
          name="allowedPhrases"
          label="Allowed phrases"
          hint={`Harmless phrases that contain a prohibited term, one per line, up to ${allowedPhrases.count}. Terms about minors cannot be allowed.`}
          lines={settings.allowedPhrases}
          onChange={(lines) => onChange({ allowedPhrases: lines })}
        />
      </div>
      <TryText unsaved={unsaved} />
      <Matches unsaved={unsaved} />
    </fieldset>
  );
}
