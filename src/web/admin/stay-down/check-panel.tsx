import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { limits } from '#contract/values/fields.ts';
import { plural } from '../../components/format.ts';
import { Field, TextField } from '../kit/forms/fields.tsx';
import { Form, formText } from '../kit/forms/form.tsx';
import { Panel, Problem } from '../kit/screen-parts.tsx';
import { failureMessage } from '../kit/session/failure.ts';
import { useOnce } from '../kit/use-once.ts';
import { caseUrl, checkLink, checkPicture, type KeptBy } from './stay-down-list.ts';

interface Answer {
  what: 'link' | 'picture';
  keptBy: KeptBy[];
  /** Of a picture that shows something. */
  hash?: string | null;
}

function KeptByLine({ what, by: { caseId, name, url, distance } }: { what: Answer['what']; by: KeptBy }) {
  const difference = distance ? `, ${plural(distance, 'bit')} different` : '';
  if (caseId === null)
    return (
      <>
        This {what} is on the hash list “<bdi>{name}</bdi>”{difference}.
      </>
    );
  return (
    <>
      This {what} was removed in case{' '}
      <Link to={caseUrl(caseId)} className="text-accent hover:underline">
        {name}
      </Link>
      {difference}
      {url !== null && (
        <>
          {' '}
          as <bdi className="[overflow-wrap:anywhere]">{url}</bdi>
        </>
      )}
      .
    </>
  );
}

function AnswerText({ what, keptBy, hash }: Answer) {
  if (keptBy.length > 0)
    return (
      <ul className="grid gap-1 text-danger">
        {keptBy.map((by) => (
          <li key={`${by.caseId} ${by.name}`}>
            <KeptByLine what={what} by={by} />
          </li>
        ))}
      </ul>
    );
  if (hash === null) return <p>This picture shows too little to be recognised.</p>;
  return <p>This {what} is not kept down.</p>;
}

/** Answers whether a link or a picture may be listed. */
export function CheckPanel() {
  const { busy, once } = useOnce();
  const [answer, setAnswer] = useState<Answer>();
  const [problem, setProblem] = useState<string>();
  const ask = (question: () => Promise<Answer>) =>
    void once(async () => {
      setProblem(undefined);
      setAnswer(undefined);
      await question().then(setAnswer, (error: unknown) =>
        setProblem(failureMessage(error, 'This could not be checked.')),
      );
    });
  const askLink = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const link = formText(new FormData(event.currentTarget), 'link');
    ask(async () => ({ what: 'link', ...(await checkLink(link)) }));
  };
  const askPicture = (file: File | undefined) => {
    if (file) ask(async () => ({ what: 'picture', ...(await checkPicture(file)) }));
  };
  return (
    <div className="mb-5">
      <Panel title="Is this kept down?">
        <div className="grid gap-4 p-4.5 md:grid-cols-2">
          <Form className="flex items-end gap-2.5" onSubmit={askLink}>
            <div className="min-w-0 flex-1">
              <TextField label="Link" name="link" required maxLength={limits.url} placeholder="https://" />
            </div>
            <button type="submit" className="btn btn-quiet" disabled={busy} aria-busy={busy}>
              Check
            </button>
          </Form>
          <Field label="Picture" name="image">
            {(attributes) => (
              <input
                {...attributes}
                type="file"
                accept="image/*"
                className="field h-auto py-2"
                disabled={busy}
                onChange={({ target }) => {
                  askPicture(target.files?.[0]);
                  // The same file can be picked again.
                  target.value = '';
                }}
              />
            )}
          </Field>
          <div role="status" className="text-sm empty:hidden md:col-span-2">
            {answer && <AnswerText {...answer} />}
          </div>
          {problem !== undefined && (
            <div className="md:col-span-2">
              <Problem message={problem} />
            </div>
          )}
        </div>
      </Panel>
    </div>
  );
}
