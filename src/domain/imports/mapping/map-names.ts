import { withoutHidden } from '#contract/values/invisible.ts';
import { limits } from '#contract/values/limits.ts';
import { tidyName } from '#contract/values/names.ts';
import { isNameSlug, slugOf } from '#contract/values/slug.ts';
import { plainTextPattern } from '#contract/values/text.ts';
import { slugOfName } from '#domain/catalogue/tags-and-performers.ts';
import { ValidationError } from '#domain/errors.ts';
import { textOfHtml } from './values/html.ts';

/** What feeds write where there is nothing. */
const placeholder = /^(n\/?a|none|null|unknown|undefined|-+)$/i;
const plainText = new RegExp(plainTextPattern, 'u');

interface ReadName {
  slug: string;
  name: string;
  problem?: string;
}

/** A feed uses few names often. */
const maxRemembered = 20_000;

interface Options {
  kind: 'tags' | 'name';
  maxNames: number;
  isPlainText: boolean;
  /** By slug: what to use instead, or nothing. */
  replacements?: ReadonlyMap<string, string>;
  added?: readonly string[];
}

/** What has neither a letter nor a digit is no name, and left out. */
const readName = (given: string, { kind, isPlainText }: Options): ReadName | undefined => {
  const name = tidyName(isPlainText ? given : withoutHidden(textOfHtml(given)).replace(/^#(?=\S)/, ''));
  if (!isNameSlug(slugOf(name)) || (!isPlainText && placeholder.test(name))) return undefined;
  const tooLong = `A ${kind === 'tags' ? 'tag' : 'name'} must have at most ${limits.video.tagName} characters.`;
  if (name.length > limits.video.tagName && [...name].length > limits.video.tagName)
    return { slug: '', name, problem: tooLong };
  if (!plainText.test(name)) return undefined;
  try {
    return { slug: slugOfName(kind, name), name };
  } catch (error) {
    if (error instanceof ValidationError) return { slug: '', name, problem: error.message };
    throw error;
  }
};

/** Turns the entries of lists into names of tags or performers: each once, and no more than a post may have. */
export const createNameReader = (options: Options) => {
  const remembered = new Map<string, ReadName | undefined>();
  const read = (given: string): ReadName | undefined => {
    if (remembered.has(given)) return remembered.get(given);
    if (remembered.size >= maxRemembered) remembered.clear();
    const found = readName(given, options);
    const replacement = found && options.replacements?.get(found.slug);
    const name = replacement === undefined ? found : replacement === '' ? undefined : readName(replacement, options);
    remembered.set(given, name);
    return name;
  };
  const { added = [], maxNames } = options;
  return (entries: readonly string[], fail: (reason: string) => void): string[] => {
    const names = new Map<string, string>();
    for (const list of [entries, added])
      for (const entry of list) {
        const name = read(entry);
        if (name?.problem) fail(name.problem);
        else if (name && !names.has(name.slug) && names.size < maxNames) names.set(name.slug, name.name);
      }
    return [...names.values()];
  };
};
