import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { FoundTerm, MatchingRecord } from '#contract/listing-rules.ts';
import { limits } from '#contract/values/fields.ts';
import { type MatchedKind, matchedKinds } from '#contract/values/record-kinds.ts';
import { numberText, plural } from '../../components/format.ts';
import { TextField } from '../kit/forms/fields.tsx';
import { useSubmit } from '../kit/forms/form.tsx';
import { Problem } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';

/** A record that contains a term prohibited after it was listed, and the URL of the screen that lists it. */
interface Match {
  key: string;
  /** Blank for posts. */
  kind: string;
  name: string;
  sentence: string;
  url: string;
}

const kindWords: Record<MatchedKind, string> = {
  tag: 'Tag',
  star: 'Star',
  network: 'Network',
  channel: 'Channel',
  file_link: 'File link',
  list_text: 'Page text',
  synonym: 'Synonym',
  search_redirect: 'Redirect',
};

const urlOf = (path: string, parameters: Record<string, string>) =>
  `${path}?${new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''))}`;

const isNameTab = (tab: string) => tab === 'tag' || tab === 'performer';

const urls: Record<MatchedKind, (record: MatchingRecord) => string> = {
  tag: ({ name, tab }) => urlOf('/admin/tags-list', { tab, search: name }),
  star: ({ name }) => urlOf('/admin/stars', { search: name }),
  network: ({ name, tab }) => urlOf('/admin/networks', tab === '' ? { search: name } : { tab }),
  channel: ({ name }) => urlOf('/admin/channels', { search: name }),
  file_link: ({ name }) => urlOf('/admin/terabox', { search: name }),
  // There are only a few fixed lists, and their search matches other words.
  list_text: ({ name, tab }) =>
    urlOf('/admin/page-texts', { kind: tab, edited: 'true', search: isNameTab(tab) ? name : '' }),
  synonym: () => '/admin/searches?tab=synonyms',
  search_redirect: () => '/admin/searches?tab=redirects',
};

interface MatchPage {
  matches: Match[];
  checkedPosts: number;
  /** Undefined until the search has reached the posts. */
  totalPosts?: number;
}

/** Searches all records page by page: the small kinds first, posts last. */
async function* findMatches(): AsyncGenerator<MatchPage> {
  for (const kind of matchedKinds) {
    let after: number | null = 0;
    while (after !== null) {
      const response: Awaited<ReturnType<typeof adminClient.findMatchingRecords>> =
        await adminClient.findMatchingRecords({
          query: { kind, after },
        });
      const matches = response.records.map((record) => ({
        key: `${kind} ${record._id}`,
        kind: kindWords[kind],
        name: record.name,
        sentence: record.sentence,
        url: urls[kind](record),
      }));
      after = response.next;
      yield { matches, checkedPosts: 0 };
    }
  }
  let after: number | null = 0;
  while (after !== null) {
    const response: Awaited<ReturnType<typeof adminClient.findMatchingPosts>> = await adminClient.findMatchingPosts({
      query: { after },
    });
    const matches = response.posts.map(({ _id, titel, sentence }) => ({
      key: `post ${_id}`,
      kind: '',
      name: titel,
      sentence,
      url: `/admin/posts?edit=${_id}`,
    }));
    after = response.next;
    yield { matches, checkedPosts: response.looked, totalPosts: response.total };
  }
}

/** The search stops here; it can be repeated once these matches are dealt with. */
const maxMatches = 200;

const progressText = ({ matches, checkedPosts, totalPosts }: MatchPage) =>
  [
    `${plural(matches.length, 'match', 'matches')} found`,
    totalPosts === undefined ? 'searching' : `${numberText(checkedPosts)} of ${plural(totalPosts, 'post')} checked`,
  ].join(', ');

/** Finds records that contain a term prohibited after they were listed. They stay listed until an admin acts. */
function Matches({ unsaved }: { unsaved: boolean }) {
  const [progress, setProgress] = useState<MatchPage>();
  const stopped = useRef(false);
  const { busy, problem, submit } = useSubmit('The search for matches failed.');

  const search = () =>
    submit(async () => {
      stopped.current = false;
      let [matches, checkedPosts]: [Match[], number] = [[], 0];
      for await (const page of findMatches()) {
        matches = [...matches, ...page.matches];
        checkedPosts += page.checkedPosts;
        setProgress({ ...page, matches, checkedPosts });
        if (stopped.current || matches.length >= maxMatches) break;
      }
    });

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn btn-quiet" onClick={() => void search()} disabled={busy} aria-busy={busy}>
          Find matches
        </button>
        {busy && (
          <button
            type="button"
            className="btn btn-quiet"
            onClick={() => {
              stopped.current = true;
            }}
          >
            Stop
          </button>
        )}
        <p role="status" className="text-sm text-muted">
          {progress && `${progressText(progress)}.`}
          {!progress &&
            (unsaved
              ? 'Searches for the saved terms.'
              : 'Posts, tags, stars, sites and texts that match stay listed until you act.')}
        </p>
      </div>
      <Problem message={problem} />
      {progress && progress.matches.length > 0 && (
        <ul aria-label="Matches" className="max-h-96 overflow-y-auto rounded-xl border border-line">
          {progress.matches.map(({ key, kind, name, sentence, url }) => (
            <li key={key} className="border-t border-line px-4 py-2.5 text-sm first:border-t-0">
              {kind !== '' && <span className="text-muted">{kind} </span>}
              <Link to={url} className="font-medium text-accent underline underline-offset-3">
                <bdi>{name}</bdi>
              </Link>{' '}
              <span className="text-muted">{sentence}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Tests a text against the saved terms. */
function TryText({ unsaved }: { unsaved: boolean }) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<FoundTerm[]>();
  const { busy, problem, submit } = useSubmit('The text could not be checked.');
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
          hint={unsaved ? 'Checked against the saved terms.' : 'Nothing is stored.'}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setFound(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter would submit the settings form.
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
        {found?.length === 0 && <p>It contains nothing prohibited.</p>}
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

interface ProhibitedTermToolsProps {
  /** Whether the form has unsaved changes. */
  unsaved: boolean;
}

/** Tries and searches for the saved terms. */
export function ProhibitedTermTools({ unsaved }: ProhibitedTermToolsProps) {
  return (
    <>
      <TryText unsaved={unsaved} />
      <Matches unsaved={unsaved} />
    </>
  );
}
