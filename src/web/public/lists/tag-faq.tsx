import { plural } from '../../components/format/plural.ts';

interface TagFaqProps {
  tag: string;
  total: number;
  /** Names that often occur on the same videos. */
  tags: string[];
  performers: string[];
}

/** Questions about a tag that can be answered from the page's own data. */
export function TagFaq({ tag, total, tags, performers }: TagFaqProps) {
  const questions = [
    [`How many ${tag} videos are there?`, `${plural(total, 'video')} at the moment. New ones come first.`],
    [`Who is in the ${tag} videos?`, performers.join(', ')],
    [`What else are ${tag} videos tagged?`, tags.join(', ')],
    [`Where do the ${tag} videos play?`, 'Each video’s page leads to the site that hosts it.'],
  ].filter(([, answer]) => answer !== '');
  return (
    <section className="mt-9 max-w-[70ch]">
      <h2>Frequently asked questions</h2>
      <div className="mt-3 divide-y divide-line rounded-xl border border-line">
        {questions.map(([question, answer]) => (
          <details key={question} className="group px-4 open:pb-3">
            <summary className="cursor-pointer rounded-sm py-3 font-medium hover:text-accent">{question}</summary>
            <p dir="auto" className="text-muted">
              {answer}
            </p>
          </details>
        ))}
      </div>
    </section>
  );
}
