import type { SynonymRecord } from '#contract/synonyms.ts';
import type { SynonymGroup } from '#domain/searches/synonyms.ts';

export const toSynonymRecord = ({ id, createdAt, updatedAt, ...same }: SynonymGroup): SynonymRecord => ({
  _id: String(id),
  ...same,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
