import { type Category, categories } from '#contract/values/categories.ts';
import { enter, limits, numeral, tooLong } from '#contract/values/fields.ts';
import type { FeedMapping, ImportRules } from '#contract/values/imports.ts';
import { slugOf, tidyTitle } from '#contract/values/names.ts';
import {
  byName,
  type PostText,
  type PostTexts,
  postFields,
  postTexts,
  type RecordPart,
} from '#contract/values/post-fields.ts';
import { type PostState, postStates } from '#contract/values/posts.ts';
import { fold, withoutHidden } from '#contract/values/text.ts';
import { distinctLinks, embedUrlOf } from '#domain/catalogue/links.ts';
import { ValidationError } from '#domain/errors.ts';
import { type FeedColumns, RowProblem } from '../reading/feed-row.ts';
import { hostProblem, linkProblem, pictureProblem, textProblem, type UrlOrigin } from './checks.ts';
import { textOfHtml, tidyUrl } from './html.ts';
import { createCells, createNameReader, picturesOf, recordsOf } from './map-fields.ts';
import { countOf, dateOf, minutesOf, secondsOf } from './values.ts';

/** A row as a post, within the same limits as a post entered by hand. Missing values are blank or null. */
export interface ImportedPost extends PostTexts {
  /** The source's id of the row. */
  itemId: string;
  link: string;
  otherLinks: string[];
  imageUrl: string;
  /** Names with distinct slugs. */
  tags: string[];
  performers: string[];
  category: Category;
  minutes: number | null;
  publishedAt: Date | null;
  views: number | null;
  iframeUrl: string;
  previewUrls: string[];
  /** The id or name of a partner. */
  partner: string;
  /** Set if the feed has states, as exports of this catalogue do. */
  state: PostState | null;
  records: Partial<Record<RecordPart, string>>;
  /** A sentence for each value that was not understood. */
  leftOut: string[];
}

/** Separates and surrounds words by single spaces, so that includes() finds whole words. */
const wordsOf = (text: string) =>
  ` ${fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

interface Described {
  title: string;
  tags: readonly string[];
  /** Categories of the feed. */
  feedCategories: readonly string[];
}

interface ChosenCategory {
  category: Category;
  /** The feed's category, if nothing on this site corresponds to it. */
  unknown?: string | undefined;
}

/**
 * Chooses by the first matching word, or else the feed's category if it is one of ours, or else the source's default.
 */
const createCategoryChooser = ({ category, categoryWords }: Pick<ImportRules, 'category' | 'categoryWords'>) => {
  const byWord = categoryWords.map((each) => ({ words: wordsOf(each.word), category: each.category }));
  return ({ title, tags, feedCategories }: Described): ChosenCategory => {
    if (byWord.length > 0) {
      const words = wordsOf([title, ...tags, ...feedCategories].join(' / '));
      const match = byWord.find((each) => words.includes(each.words));
      if (match) return { category: match.category };
    }
    const known = feedCategories
      .map((each) => each.toLowerCase())
      .find((each) => categories.some((name) => name === each));
    return known ? { category: known as Category } : { category, unknown: feedCategories[0] };
  };
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Separators left at an end when a phrase is cut there: “ - ”, “| ”. */
const looseSeparators = /^[\s\-–—|:,;•·/]+|(?<![\s\-–—|:,;•·/])[\s\-–—|:,;•·/]+$/gu;

/** Cuts phrases from titles, ignoring case, and tidies white space. */
const createTitleTidier = (titleCuts: readonly string[]) => {
  const phrases = titleCuts.map((cut) => cut.trim()).filter((cut) => cut !== '');
  if (phrases.length === 0) return (title: string) => tidyTitle(title);
  // Longest first, because shorter phrases may be parts of longer ones.
  const cuts = new RegExp(
    phrases
      .sort((a, b) => b.length - a.length)
      .map(escaped)
      .join('|'),
    'giu',
  );
  return (title: string) => {
    const cut = title.replace(cuts, ' ');
    return tidyTitle(cut === title ? title : cut.replace(/\s+/g, ' ').replace(looseSeparators, ''));
  };
};

/** Turns the columns of a row into a post. Passes problems on. */
export type Mapper = (columns: FeedColumns | RowProblem) => ImportedPost | RowProblem;

type Fail = (reason: string) => void;

const max = limits.video;
const maxItemId = 500;

/** Fixes embed codes with escaped brackets or without a scheme. */
const embedOf = (cell: string): string => {
  const html = !cell.includes('<') && cell.includes('&lt;') ? textOfHtml(cell) : cell;
  return html.includes('<') ? html.replace(/(\ssrc\s*=\s*["']?)\/\//i, '$1https://') : tidyUrl(html);
};

const readEmbed = (code: string, origin: UrlOrigin, fail: Fail): string => {
  if (code.length > max.embedCode) {
    fail(tooLong('The embed code', max.embedCode));
    return '';
  }
  try {
    const url = embedUrlOf(code);
    const problem = url === '' ? undefined : hostProblem('embed URL', url, origin);
    if (problem) fail(problem);
    return url;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    fail(error.message);
    return '';
  }
};

const readLinks = (urls: readonly string[], origin: UrlOrigin, fail: Fail): string[] => {
  const links = distinctLinks(urls).slice(0, 1 + max.otherLinks);
  for (const link of links) {
    const problem = linkProblem('link', link, origin);
    if (problem) fail(problem);
  }
  return links;
};

const readMinutes = (seconds: number | null, fail: Fail): number | null => {
  if (seconds === null) return null;
  const minutes = minutesOf(seconds);
  if (minutes > max.minutes) fail(`The length must be a whole number of minutes from 0 to ${numeral(max.minutes)}.`);
  return minutes;
};

const maxQuotedLength = 60;
const quoted = (cell: string) => `“${withoutHidden(cell.trim()).slice(0, maxQuotedLength).toWellFormed()}”`;
const noSuchCategory = (given: string, category: Category) =>
  `There is no category ${quoted(given)}, so the post is in “${category}”.`;
const cannotBeRead = (label: string, cell: string) => `The ${label} ${quoted(cell)} cannot be read, so it is left out.`;

const replacementsOf = ({ tagReplacements, droppedTags }: ImportRules) =>
  new Map([
    ...tagReplacements.map(({ from, to }) => [slugOf(from), to] as const),
    ...droppedTags.map((tag) => [slugOf(tag), ''] as const),
  ]);

export const createMapper = (
  mapping: FeedMapping,
  rules: ImportRules,
  origin: UrlOrigin = { isOwnCatalogue: false },
): Mapper => {
  const cells = createCells(mapping);
  const isPlain = (field: keyof FeedMapping) => mapping[field]?.isPlainText === true;
  const isOwnExport = isPlain('title');
  const tidyTitle = createTitleTidier(rules.titleCuts);
  const categoryOf = createCategoryChooser(rules);
  const readTags = createNameReader({
    kind: 'tags',
    maxNames: max.tags,
    isPlainText: isPlain('tags'),
    replacements: replacementsOf(rules),
    added: rules.addedTags,
  });
  const readPerformers = createNameReader({
    kind: 'name',
    maxNames: max.performers,
    isPlainText: isPlain('performers'),
  });

  return (columns) => {
    if (columns instanceof RowProblem) return columns;
    let problem: string | undefined;
    const fail: Fail = (reason) => {
      problem ??= reason;
    };
    const text = (field: PostText | 'partner') => {
      const cell = cells.text(columns, field);
      return (isPlain(field) ? cell : withoutHidden(textOfHtml(cell))).trim();
    };
    const leftOut: string[] = [];
    /** Reads an optional cell. An unreadable value is left out and reported. */
    const value = <Value>(label: string, cell: string, read: (cell: string) => Value | undefined): Value | null => {
      const found = read(cell);
      if (found === undefined && cell.trim() !== '') leftOut.push(cannotBeRead(label, cell));
      return found ?? null;
    };
    const check = (label: string, value: string, maxLength: number) => {
      const found = value === '' ? undefined : textProblem(label, value, maxLength);
      if (found) fail(found);
    };

    const title = tidyTitle(text('title'));
    if (title === '') fail(enter('title'));
    const urls = [...cells.firstUrls(columns, 'link'), ...cells.urls(columns, 'otherLinks')];
    const [link = '', ...otherLinks] = readLinks(isOwnExport ? urls : urls.map(tidyUrl), origin, fail);
    const embed = cells.text(columns, 'iframeUrl');
    const iframeUrl = embed === '' ? '' : readEmbed(isOwnExport ? embed : embedOf(embed), origin, fail);
    const { imageUrl, previewUrls } = picturesOf(columns, cells, isOwnExport, origin);
    const imageProblem = imageUrl === '' ? undefined : pictureProblem('image URL', imageUrl, origin);
    if (imageProblem) fail(imageProblem);
    const state = postStates.find((each) => each === cells.text(columns, 'state').trim()) ?? null;
    const isDraft = (state satisfies PostState | null) === 'draft' || (state === null && rules.publish === 'draft');
    if (link === '' && iframeUrl === '' && !isDraft && !isOwnExport) fail(enter('link'));
    if (imageUrl === '' && !isDraft) fail(enter('image URL'));
    const texts = byName(postTexts, (name) => (name === 'title' ? title : text(name)));
    for (const name of postTexts) check(postFields[name].noun, texts[name], postFields[name].maxLength);
    const itemId = cells.text(columns, 'itemId').trim();
    check('id', itemId, maxItemId);
    const partner = text('partner');
    check('network', partner, limits.partner.name);
    const tags = readTags(cells.entries(columns, 'tags'), fail);
    const performers = readPerformers(cells.entries(columns, 'performers'), fail);
    const { category, unknown } = categoryOf({ title, tags, feedCategories: cells.entries(columns, 'category') });
    if (unknown !== undefined) leftOut.push(noSuchCategory(unknown, category));
    const post: ImportedPost = {
      itemId,
      ...texts,
      link,
      otherLinks,
      imageUrl,
      tags,
      performers,
      category,
      minutes: readMinutes(
        value('duration', cells.text(columns, 'duration'), (cell) => secondsOf(cell, mapping.duration?.unit)),
        fail,
      ),
      publishedAt: value('publication time', cells.text(columns, 'publishedAt'), (cell) =>
        dateOf(cell, mapping.publishedAt?.dateOrder),
      ),
      views: value('number of views', cells.text(columns, 'views'), countOf),
      iframeUrl,
      previewUrls,
      partner,
      state,
      records: recordsOf(columns, cells, rules.records, fail),
      leftOut,
    };
    return problem === undefined ? post : new RowProblem(problem);
  };
};
