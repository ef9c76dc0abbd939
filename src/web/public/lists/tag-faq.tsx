import { plural } from '../../components/format/plural.ts';

/** Questions about a tag that can be answered from the page's own data. */
export function TagFaq({ tag, total }: { tag: string; total: number }) {
  const questions = [
    [`How many ${tag} videos are there?`, `${plural(total, 'video')} at the moment. New ones come first.`],
    [
      `Where do the ${tag} videos play?`,
      'On the site that hosts them. The play button on a video’s page takes you there.',
    ],
    ['Do I need an account?', 'No. There is nothing to register for, and favourites stay in your browser.'],
    [
      'Can I hide this tag?',
      'Yes. The button above hides it, and the page behind the heart lists all tags that you have hidden.',
    ],
  ] as const;
  return (
    <section className="mt-9 max-w-[70ch]">
      <h2>Frequently asked questions</h2>
      <div className="mt-3 divide-y divide-line rounded-xl border border-line">
        {questions.map(([question, answer]) => (
          <details key={question} className="group px-4 open:pb-3">
            <summary className="cursor-pointer rounded-sm py-3 font-medium hover:text-accent">{question}</summary>
            <p className="text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
