import { isEmail } from '#contract/values/text.ts';

/** `contact` is an email, a URL, or '' if the operator has not entered one. */
export function ContactCard({ contact }: { contact: string }) {
  return (
    <section aria-labelledby="contact" className="mt-8 rounded-2xl border border-line bg-surface px-5 py-5">
      <h2 id="contact">Write to us</h2>
      {contact === '' ? (
        <p className="mt-1.5 text-muted">The operator of this site has not entered a contact email yet.</p>
      ) : (
        <p className="mt-1.5">
          <a
            href={isEmail(contact) ? `mailto:${encodeURI(contact)}` : contact}
            rel="nofollow"
            className="inline-block py-2 font-medium text-accent underline underline-offset-3"
          >
            <bdi>{contact}</bdi>
          </a>
        </p>
      )}
    </section>
  );
}
