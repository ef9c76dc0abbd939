import type pg from 'pg';
import { wordsOf } from './text.ts';

/** A member of a group that a search contains, and what it may be replaced by. */
export interface SynonymMatch {
  /** How many words of the search it takes. */
  length: number;
  /** The other members of its group, each as its words. */
  alternatives: string[][];
}

/** The groups of words and phrases that find each other. */
export interface Synonyms {
  /** The members that begin at a position in the folded words of a search, longest first. */
  synonymsOf: (words: readonly string[], at: number) => SynonymMatch[];
}

interface Member extends SynonymMatch {
  words: string[];
}

const startsAt = (words: readonly string[], at: number, member: readonly string[]) =>
  member.every((word, offset) => words[at + offset] === word);

/** Members that fold to the same words count once. */
const distinctMembers = (group: readonly string[]): string[][] => {
  const members = new Map(group.map((member) => [wordsOf(member).join(' '), wordsOf(member)]));
  return [...members.values()].filter((words) => words.length > 0);
};

export const createSynonyms = (groups: readonly (readonly string[])[]): Synonyms => {
  const byFirstWord = new Map<string, Member[]>();
  for (const members of groups.map(distinctMembers)) {
    if (members.length < 2) continue;
    for (const words of members) {
      const member = { words, length: words.length, alternatives: members.filter((other) => other !== words) };
      const first = words[0] as string;
      byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), member]);
    }
  }
  for (const members of byFirstWord.values()) members.sort((a, b) => b.length - a.length);
  return {
    synonymsOf: (words, at) =>
      (byFirstWord.get(words[at] ?? '') ?? [])
        .filter((member) => startsAt(words, at, member.words))
        .map(({ length, alternatives }) => ({ length, alternatives })),
  };
};

export const noSynonyms = createSynonyms([]);

/** Reads all groups in the client's open transaction. */
export const readSynonyms = async (client: pg.Client): Promise<Synonyms> => {
  const { rows } = await client.query<{ words: string[] }>('select words from synonyms order by id');
  return createSynonyms(rows.map(({ words }) => words));
};
