import type { ImportSettings } from '#contract/values/imports.ts';
import type { Db } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import { readImport } from './imports.ts';
import { previewFeed } from './preview-feed.ts';
import { readSource, updateSource } from './sources.ts';

/** Whether somebody, or a first feed, has told what the columns of a source are. */
export const isMapped = ({ mapping }: Pick<ImportSettings, 'mapping'>): boolean => Object.keys(mapping).length > 0;

export const unmapped =
  'The columns of its feed are not mapped yet. Import the feed once by hand, and the mapping is kept.';

/** What an import is read with. A source that nobody has described yet is described by this feed, as far as it can be guessed. */
export const describeSource = async (db: Db, actor: Actor, importId: number): Promise<ImportSettings> => {
  const { sourceId, state } = await readImport(db, importId);
  const { settings, version } = await readSource(db, sourceId);
  if (isMapped(settings) || state !== 'received') return settings;
  const { format, mapping } = await previewFeed(db, importId, { rules: settings.rules });
  const described = { ...settings, format, mapping };
  await updateSource(db, actor, sourceId, { settings: described }, version);
  return described;
};
