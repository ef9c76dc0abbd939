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

interface CheckResult {
  checked: 'link' | 'picture';
  keptBy: KeptBy[];
  /** The hash of a picture; null if the picture has too little detail for one. */
  hash?: string | null;
}

function KeptByLine({ checked, by: { caseId, name, url, distance } }: { checked: CheckResult['checked']; by: KeptBy }) {
  const difference = distance ? `, ${plural(distance, 'bit')} different` : '';
  if (caseId === null)
    return (
      <>
        This {checked} is on the hash list “<bdi>{name}</bdi>”{difference}.
      </>
    );
  return (
    <>
      This {checked} was removed in case{' '}
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

function ResultText({ checked, keptBy, hash }: CheckResult) {
  if (keptBy.length > 0)
    return (
      <ul className="grid gap-1 text-danger">
        {keptBy.map((by) => (
          <li key={`${by.caseId} ${by.name}`}>
            <KeptByLine checked={checked} by={by} />
          </li>
        ))}
      </ul>
    );
  if (hash === null) return <p>This picture has too little detail to be recognized.</p>;
  return <p>This {checked} is not kept down.</p>;
}

/** Checks whether a link or picture was removed by a case or is on a hash list. */
export function CheckPanel() {
  const { busy, once } = useOnce();
  const [result, setResult] = useState<CheckResult>();
  const [problem, setProblem] = useState<string>();
  const check = (load: () => Promise<CheckResult>) =>
    void once(async () => {
      setProblem(undefined);
      setResult(undefined);
      await load().then(setResult, (error: unknown) => setProblem(failureMessage(error, 'This could not be checked.')));
    });
  const submitLink = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const link = formText(new FormData(event.currentTarget), 'link');
    check(async () => ({ checked: 'link', ...(await checkLink(link)) }));
  };
  const pickPicture = (file: File | undefined) => {
    if (file) check(async () => ({ checked: 'picture', ...(await checkPicture(file)) }));
  };
  return (
    <div className="mb-5">
      <Panel title="Is this kept down?">
        <div className="grid gap-4 p-4.5 md:grid-cols-2">
          <Form className="flex items-end gap-2.5" onSubmit={submitLink}>
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
                  pickPicture(target.files?.[0]);
                  // So that picking the same file again fires a change event.
                  target.value = '';
                }}
              />
            )}
          </Field>
          <div role="status" className="text-sm empty:hidden md:col-span-2">
            {result && <ResultText {...result} />}
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
