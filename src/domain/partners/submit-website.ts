import type { Db } from '#db/database.ts';
import { partnerListing } from '#domain/listing/listing.ts';
import { assertMayBeListed } from '#domain/listing-rules/may-be-listed.ts';
import { encodePicture, logoKind, storePicture } from '#domain/uploads/pictures.ts';

export interface Submission {
  name: string;
  url: string;
  email: string;
  description: string;
  logo: Buffer;
}

/** Stores a visitor's website, inactive until an admin approves it. */
export const submitWebsite = async (db: Db, submission: Submission): Promise<void> => {
  await assertMayBeListed(db, partnerListing({ ...submission, id: 0, logo: '' }, 'link'));
  // Before the transaction, which would keep a connection while others are encoded first.
  const image = await encodePicture(submission.logo, logoKind);
  await db.transaction().execute(async (tx) => {
    const logo = await storePicture(tx, image, logoKind);
    await tx
      .insertInto('partners')
      .values({
        name: submission.name,
        url: submission.url,
        email: submission.email,
        description: submission.description,
        logo,
        active: false,
        submitted_at: new Date(),
        reject_reason: null,
      })
      .execute();
  });
};
