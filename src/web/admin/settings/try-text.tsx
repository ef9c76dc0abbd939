import { useState } from 'react';
import type { FoundTerm } from '#contract/prohibited-terms.ts';
import { limits } from '#contract/values/limits.ts';
import { TextField } from '../kit/forms/fields.tsx';
import { useSubmit } from '../kit/forms/use-submit.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { adminClient } from '../kit/session/admin-client.ts';

/** Says what a text would be refused for. */
export function TryText({ unsaved }: { unsaved: boolean }) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<FoundTerm[]>();
  const { busy, problem, submit } = useSubmit('The text could not be tried.');
  const tryText = () => {
    if (text.trim() !== '')
      void submit(async () => setFound((await adminClient.tryProhibitedTerms({ body: { text } })).found));
  };
  return (
    <div className="grid gap-2">
      <div className="grid items-start gap-2 sm:grid-cols-[1fr_auto]">
        <TextField
          label="Try a text or link"
          maxLength={limits.triedText}
          hint={unsaved ? 'Tried with the terms that are saved.' : 'Nothing is stored.'}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setFound(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter would save the settings.
            event.preventDefault();
            tryText();
          }}
        />
        <button type="button" className="btn btn-quiet sm:mt-[26px]" onClick={tryText} disabled={busy} aria-busy={busy}>
          Try
        </button>
      </div>
      <Problem message={problem} />
      <div role="status" className="text-sm">
        {found?.length === 0 && <p>Nothing in it is prohibited.</p>}
        {found && found.length > 0 && (
          <ul className="grid gap-1">
            {found.map(({ text: written, sentence }) => (
              <li key={`${written} ${sentence}`}>
                <mark className="rounded bg-accent-soft px-1 text-inherit">
                  <bdi>{written}</bdi>
                </mark>{' '}
                {sentence}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
