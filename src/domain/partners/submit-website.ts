import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#db/database.ts';
import { storeLogo } from './logos.ts';

export interface Submission {
  name: string;
  url: string;
  email: string;
  description: string;
  logo: Buffer;
}

/** Stores a visitor's website, inactive until an admin approves it. */
export const submitWebsite = async (db: Db, uploadsDir: string, submission: Submission): Promise<void> => {
  const path = await storeLogo(uploadsDir, submission.logo);
  try {
    await db
      .insertInto('partners')
      .values({
        name: submission.name,
        url: submission.url,
        email: submission.email,
        description: submission.description,
        logo: `/uploads/${path}`,
        active: false,
        submitted_at: new Date(),
        reject_reason: null,
      })
      .execute();
  } catch (error) {
    await unlink(join(uploadsDir, path));
    throw error;
  }
};
